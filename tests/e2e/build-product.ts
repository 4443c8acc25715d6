import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The tests run against what is shipped, so that is built first; an unchanged tree is not built again. */
const buildProduct = () => {
  const script = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))
  execFileSync(process.execPath, [script], { stdio: 'inherit' })
}

export default buildProduct
