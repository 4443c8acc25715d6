import * as z from 'zod/mini'
import { VALIDATION } from './messages.ts'

// zod/mini's functions can be tree-shaken, unlike zod's methods (ADR 9).
z.config({
  // A missing value reads 'Required' unless the schema has another message (section 5).
  customError: (issue) => {
    if (issue.code !== 'invalid_type') return undefined
    return issue.input === undefined || issue.input === null ? VALIDATION.required : VALIDATION.invalid
  },
  // For rules without a message. The server uses zod's English texts (app.ts), which browsers need not load.
  localeError: () => VALIDATION.invalid,
})

export { z }
