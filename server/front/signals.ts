/**
 * A terminal and a service manager signal every process of a site at once; only the one that started the others obeys, and
 * tells them in the right order.
 */
export function leaveSignalsToPrimary(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGUSR2"] as const) process.on(signal, () => {});
}
