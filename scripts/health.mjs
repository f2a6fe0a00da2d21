// For a container's HEALTHCHECK: exits with 0 when the site on this machine responds, else 1.
const { PORT } = process.env;
const url = `http://127.0.0.1:${PORT || 3000}/healthz`;
const isUp = await fetch(url, { signal: AbortSignal.timeout(4_000) }).then(
  (response) => response.ok,
  () => false,
);
process.exitCode = isUp ? 0 : 1;
