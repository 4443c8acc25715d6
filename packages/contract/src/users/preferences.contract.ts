import { defineEndpoint, envelope } from '../endpoint.ts'
import { boundedText } from '../fields/fields.ts'
import { PATIENT_LIST_COLUMNS, REPORT_LIST_COLUMNS } from '../limits.ts'
import { VALIDATION } from '../messages.ts'
import { z } from '../zod.ts'
import {
  FILTERED_LISTS,
  SAVED_FILTER_NAME_LENGTH,
  SAVED_FILTER_QUERY_LENGTH,
  SAVED_FILTERS_MAX,
  UNSAVED_PARAMETERS,
} from './saved-filters.ts'

const columnsOf = <const Column extends string>(columns: readonly [Column, ...Column[]]) =>
  z.nullable(
    z.array(z.enum(columns)).check(
      z.minLength(1),
      z.maxLength(columns.length),
      z.refine((chosen) => new Set(chosen).size === chosen.length),
    ),
  )

export const savedFilterForm = z.object({
  name: boundedText(SAVED_FILTER_NAME_LENGTH, VALIDATION.required, VALIDATION.textTooLong),
})

const savedFilterSchema = z.extend(savedFilterForm, {
  list: z.enum(FILTERED_LISTS),
  /** Parameters of the list's address, without those of `UNSAVED_PARAMETERS`. */
  query: z.string().check(
    z.minLength(1),
    z.maxLength(SAVED_FILTER_QUERY_LENGTH),
    z.regex(/^[a-zA-Z]+=[\w.~*%+-]*(&[a-zA-Z]+=[\w.~*%+-]*)*$/),
    z.refine((query) =>
      query.split('&').every((part) => !UNSAVED_PARAMETERS.includes(part.split('=')[0] ?? '')),
    ),
  ),
})
export type SavedFilter = z.output<typeof savedFilterSchema>
export const savedFiltersSchema = z.array(savedFilterSchema).check(z.maxLength(SAVED_FILTERS_MAX))

/** Stored per user for all devices; null if not set. */
export const userPreferencesSchema = z.object({
  patientColumns: columnsOf(PATIENT_LIST_COLUMNS),
  reportColumns: columnsOf(REPORT_LIST_COLUMNS),
  savedFilters: z.nullable(savedFiltersSchema),
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
