const REQUIRED = [20, 19]

/** Exits with a clear message instead of a syntax error when Node is too old. */
export const requireNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > REQUIRED[0] || (major === REQUIRED[0] && minor >= REQUIRED[1])) return
  console.error(
    `Node.js ${REQUIRED.join('.')} or newer is needed, and this is ${process.versions.node}.\n` +
      'Install a newer one from https://nodejs.org or with your version manager and try again.',
  )
  process.exit(1)
}
