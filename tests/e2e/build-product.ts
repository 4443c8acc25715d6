import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Tests run against the production build. An unchanged tree is not rebuilt. */
const buildProduct = () => {
  const script = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))
  execFileSync(process.execPath, [script], { stdio: 'inherit' })
}

export default buildProduct
