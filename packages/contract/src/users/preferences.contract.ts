import { defineEndpoint, envelope } from '../endpoint.ts'
import { PATIENT_LIST_COLUMNS, REPORT_LIST_COLUMNS } from '../limits.ts'
import { z } from '../zod.ts'

const columnsOf = <const Column extends string>(columns: readonly [Column, ...Column[]]) =>
  z.nullable(
    z.array(z.enum(columns)).check(
      z.minLength(1),
      z.maxLength(columns.length),
      z.refine((chosen) => new Set(chosen).size === chosen.length),
    ),
  )

/** Stored per user for all devices; null if not set. */
export const userPreferencesSchema = z.object({
  patientColumns: columnsOf(PATIENT_LIST_COLUMNS),
  reportColumns: columnsOf(REPORT_LIST_COLUMNS),
})
export type UserPreferences = z.output<typeof userPreferencesSchema>

export const preferenceEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/user/preferences',
    access: 'staff',
    summary: 'What the caller chose for the screens; also sent with the session',
    response: envelope({ data: userPreferencesSchema }),
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: '/user/preferences',
    changes: ['preferences'],
    access: 'staff',
    summary: 'Change some of the caller’s preferences; fields that are left out stay as they are',
    body: z.partial(userPreferencesSchema),
    response: envelope({ data: userPreferencesSchema }),
  }),
}
