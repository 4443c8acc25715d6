import { parseArgs, type ParseArgsConfig } from 'node:util'

/** A command was called in a way it does not know; the message says how it is called. */
export class UsageError extends Error {}

/** What follows the command's name. */
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

/** Runs a command: a failure is one readable message and the exit code 1. */
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
