import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const fromHere = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Bundles the API if its sources changed, because a bundle starts in a third of the CPU time. */
export const buildPrograms = (): void => {
  execFileSync(process.execPath, [fromHere('../../../../scripts/build.mjs'), 'api'], { stdio: 'inherit' })
}

export const builtProgram = (name: string): string => fromHere(`../../dist/${name}.js`)
