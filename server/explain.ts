const CAUSES: Record<string, (error: NodeJS.ErrnoException & { port?: number }) => string> = {
  EADDRINUSE: (error) =>
    `Port ${error.port} is taken by another program. Stop it, or choose another: PORT=3001 npm start`,
  EACCES: (error) =>
    error.syscall === "listen"
      ? `This user may not listen on port ${error.port}. Choose one above 1023: PORT=3000 npm start`
      : `No permission to write ${error.path}. Choose another place: DATA_DIR=/path npm start`,
  EROFS: (error) => `${error.path} is read-only. Choose another place: DATA_DIR=/path npm start`,
  ENOSPC: () => "The disk is full.",
};

/** Why the server did not start, in words for the person who started it. */
export function explainListenError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return CAUSES[code]?.(error) ?? error.message;
}
