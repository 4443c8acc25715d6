import { VALIDATION } from '@zelab/contract'
import { conflict, invalidField } from '../../core/app-error.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/database/database.ts'

/** Translates constraint violations of the users table into API errors. */
export const throwUserError = (error: unknown): never => {
  if (isUniqueViolation(error, 'users_email_key')) throw conflict('USER_EMAIL_TAKEN', 'email')
  if (isForeignKeyViolation(error)) throw invalidField('labId', VALIDATION.labRequired)
  throw error
}
