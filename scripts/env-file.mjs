import { existsSync } from 'node:fs'

/** Reads settings from `.env` in the working directory. Those of the environment take precedence. */
export const readEnvFile = () => {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
