import { randomInt } from 'node:crypto'
import { ADMIN_USER_TYPE_ID, type StaffMember, VALIDATION } from '@zelab/contract'
import type { Context } from '../../core/context.ts'
import { notFound, conflict, invalidField } from '../../core/app-error.ts'
import type { Caller } from '../../core/caller.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/database/database.ts'
import { hashPassword } from '../../platform/password-hasher.ts'
import { refuseCommonPassword, refuseInvalidPassword } from '../auth/password/password-rule.ts'
import { recordActivity } from '../activity/activity.service.ts'
import { lockUserAdministration, type WaysIn } from '../auth/accounts/ways-in.service.ts'
import { adminExists, findStaffUser, findStaffUsers, insertUser } from './users.repository.ts'

/** Maps constraint violations to API errors. */
export const throwUserError = (error: unknown): never => {
  if (isUniqueViolation(error, 'users_email_key')) throw conflict('USER_EMAIL_TAKEN', 'email')
  if (isForeignKeyViolation(error)) throw invalidField('labId', VALIDATION.labRequired)
  throw error
}

export interface CreateUser {
  name: string
  email: string
  phone: string
  password: string
  userTypeId: number
  labId?: number | undefined
}

// Letters and digits that are not confused when typed from a screen.
const READABLE = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const randomPassword = () =>
  `${Array.from({ length: 14 }, () => READABLE[randomInt(READABLE.length)]).join('')}7!`

export const createUserService = ({ database, waysIn }: Pick<Context, 'database'> & { waysIn: WaysIn }) => ({
  list: (): Promise<StaffMember[]> => findStaffUsers(database),

  async get(id: number): Promise<StaffMember> {
    const user = await findStaffUser(database, id)
    if (!user) throw notFound('USER_NOT_FOUND')
    return user
  },

  /** In a lab that is provider only, the user is invited to link a provider instead. */
  async create(caller: Caller, fields: CreateUser): Promise<StaffMember> {
    refuseCommonPassword(fields.password)
    const passwordHash = await hashPassword(fields.password)
    return database
      .transaction(async (tx) => {
        const user = await insertUser(tx, {
          ...fields,
          fullName: fields.name,
          passwordHash,
          labId: fields.labId ?? null,
        })
        await recordActivity(tx, caller, {
          action: 'user.create',
          object: { type: 'user', id: user.id },
          labId: user.lab?.id ?? null,
          summary: `Added ${user.fullName} as ${user.userType.name}`,
        })
        await waysIn.keepWayIn(tx, user.id, caller.requestId)
        return (await findStaffUser(tx, user.id)) ?? user
      })
      .catch(throwUserError)
  },

  /**
   * For an empty installation (AMB-19). A given password must follow the rules of a password reset.
   * @returns the credentials to show once, or undefined if an Admin exists
   */
  createFirstAdmin: (options: { email?: string | undefined; password?: string | undefined }) =>
    database.transaction(async (tx) => {
      await lockUserAdministration(tx)
      if (await adminExists(tx)) return undefined
      const email = options.email ?? 'admin@zelab.local'
      if (options.password !== undefined) refuseInvalidPassword(options.password)
      const password = options.password ?? randomPassword()
      const user = await insertUser(tx, {
        fullName: 'Administrator',
        email,
        phone: '+971000000000',
        passwordHash: await hashPassword(password),
        userTypeId: ADMIN_USER_TYPE_ID,
        labId: null,
      })
      await recordActivity(tx, 'system', {
        action: 'user.create',
        object: { type: 'user', id: user.id },
        summary: 'Made the first Admin of this installation',
      })
      return { email, password, isGenerated: options.password === undefined }
    }),
})
