/** The health check of a container: exits with 0 when its service is alive. */
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/healthz`).catch(() => undefined)
process.exitCode = answer?.ok ? 0 : 1
