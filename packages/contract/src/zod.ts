import * as z from 'zod/mini'
import { VALIDATION } from './messages.ts'

// The functions of zod/mini instead of zod's methods: what a screen does not use is not in its download (ADR 9).
z.config({
  // A missing value reads 'Required' wherever no message of its own is given (section 5).
  customError: (issue) => {
    if (issue.code !== 'invalid_type') return undefined
    return issue.input === undefined || issue.input === null ? VALIDATION.required : VALIDATION.invalid
  },
  // A rule without wording of its own. The server says in English what was expected (app.ts): the browser need not
  // load those sentences for what its fields cannot hold.
  localeError: () => VALIDATION.invalid,
})

export { z }
