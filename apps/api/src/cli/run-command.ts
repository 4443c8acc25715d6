import { parseArgs, type ParseArgsConfig } from 'node:util'

/** A command was called with invalid arguments; the message explains the usage. */
export class UsageError extends Error {}

/** Parses the arguments after the command's name. */
export const readArguments = <Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
) => {
  try {
    return parseArgs({ options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`)
  }
}

/** Runs a command: a failure prints one readable message and exits with code 1. */
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
