import { parseArgs, type ParseArgsConfig } from 'node:util'

const EVERY_MS = 250

const SIZES = ['bytes', 'kB', 'MB', 'GB', 'TB']

export const sizeText = (bytes: number): string => {
  const power = Math.min(SIZES.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${SIZES[power]}`
}

export const createProgress = () => {
  let shownAt = 0
  const isTerminal = process.stderr.isTTY
  return {
    show(text: string): void {
      if (!isTerminal || performance.now() - shownAt < EVERY_MS) return
      shownAt = performance.now()
      process.stderr.write(`\r\u001B[K${text}`)
    },
    clear(): void {
      if (isTerminal) process.stderr.write('\r\u001B[K')
    },
  }
}

export class UsageError extends Error {}

export const readArguments = <Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
) => {
  if (process.argv.slice(2).some((argument) => ['--help', '-h'].includes(argument))) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs({ options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`)
  }
}

export const exitWith = (message: string): never => {
  console.error(message)
  process.exit(1)
}

/** For programs outside of `runCommand`. Positionals are refused unless they are expected. */
export const readArgumentsOrExit = <Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
  { positionals = 0 } = {},
) => {
  try {
    const read = readArguments(options, usage)
    if (read.positionals.length > positionals) throw new UsageError(usage)
    return read
  } catch (error) {
    return exitWith((error as Error).message)
  }
}

/** A number of an option, above 0. */
export const numberOrExit = (name: string, text: string, { isWhole = true } = {}): number => {
  const number = Number(text)
  const isValid = isWhole
    ? Number.isSafeInteger(number) && number >= 1
    : Number.isFinite(number) && number > 0
  return isValid ? number : exitWith(`--${name} must be a ${isWhole ? 'whole ' : ''}number above 0`)
}

/** A failure prints one readable message and exits with 1. */
export const runCommand = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof Error) console.error(cause.message)
    process.exitCode = 1
  }
}
