import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const fromHere = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Bundles the API where its sources changed: a program starts from its bundle in a third of the processor time. */
export const buildPrograms = (): void => {
  execFileSync(process.execPath, [fromHere('../../../../scripts/build.mjs'), 'api'], { stdio: 'inherit' })
}

/** The file of a program as it is shipped: `server`, or a command of `src/cli`. */
export const builtProgram = (name: string): string => fromHere(`../../dist/${name}.js`)
