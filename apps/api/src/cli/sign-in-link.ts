import { readSettings } from '../config/read-settings.ts'
import { makeSignInLink, SIGN_IN_LINK_MINUTES } from '../modules/auth/sign-in-links/make-sign-in-link.ts'
import { openDatabase } from './open-database.ts'
import { readArguments, runCommand, UsageError } from './run-command.ts'

const USAGE = `npm run sign-in-link -- EMAIL

Prints a link that signs this Admin in once, within ${SIGN_IN_LINK_MINUTES} minutes, without password and code.
It is recorded, and the Admin gets an email.`

/** `npm run sign-in-link -- EMAIL`: a way in for an Admin who has no other. */
await runCommand(async () => {
  const { positionals } = readArguments({}, USAGE)
  const [email, ...more] = positionals
  if (email === undefined || more.length > 0) throw new UsageError(USAGE)
  const config = readSettings()
  const installation = await openDatabase(config)
  try {
    const link = await makeSignInLink(installation.database, { appUrl: config.appUrl, email })
    if (link === undefined) throw new Error(`No active Admin has the email ${email}.`)
    console.log(link)
  } finally {
    await installation.close()
  }
})
