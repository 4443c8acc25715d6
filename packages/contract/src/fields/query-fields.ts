import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, SEARCH_MAX_LENGTH } from '../limits.ts'
import { nearestNameableDay } from './date-range.ts'
import { plainDate, prepared, typedText } from './fields.ts'
import { withoutMarks } from './typed-text.ts'
import { z } from '../zod.ts'

/** Digits only, so that `/user/all` is not parsed as an id (AMB-73). */
export const pathId = z
  .pipe(
    z.string().check(z.regex(/^\d{1,15}$/)),
    z.transform((digits: string) => Number(digits)),
  )
  .check(z.refine((id) => id > 0))

export const idParams = z.object({ id: pathId })

// Control characters, including line ends, count as spaces.
const ANY_CONTROL_CHARACTER = /\p{Cc}/gu

export const searchText = z.pipe(
  typedText(),
  z.transform((typed: string) =>
    typed.replace(ANY_CONTROL_CHARACTER, ' ').trim().slice(0, SEARCH_MAX_LENGTH),
  ),
)

/** Invalid values fall back to the default (AMB-93). */
const clampedInteger = (min: number, max: number, fallback: number) =>
  z.pipe(
    z.catch(z.optional(z.union([z.number(), z.string()])), undefined),
    z.transform((value: number | string | undefined) => {
      const number = Number.parseInt(String(value), 10)
      return Number.isNaN(number) ? fallback : Math.min(Math.max(number, min), max)
    }),
  )

export const pageField = clampedInteger(1, 1_000_000_000, DEFAULT_PAGE)
export const limitField = clampedInteger(1, MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
export const sortOrderField = z.catch(z.enum(['asc', 'desc']), 'desc')
export type SortOrder = z.output<typeof sortOrderField>

/** Invalid text is ignored (AMB-93). A day outside 1900 to 2199 is clamped, which matches the same records. */
const dateFilter = z.optional(
  z.pipe(
    z.catch(
      prepared(
        (value) => (typeof value === 'string' ? withoutMarks(value) || undefined : value),
        z.optional(plainDate),
      ),
      undefined,
    ),
    z.transform((day: string | undefined) => day && nearestNameableDay(day)),
  ),
)

export const dateRangeFields = { fromDate: dateFilter, toDate: dateFilter }

export const idFilter = z.catch(
  z.optional(z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))),
  undefined,
)

/** Ids with commas; others are ignored. */
export const idListOf = (most: number) =>
  z.pipe(
    z.catch(z.optional(z.string()), undefined),
    z.transform((ids: string | undefined) => [
      ...new Set(
        (ids ?? '')
          .slice(0, 20 * most)
          .split(',')
          .filter((id) => /^[1-9]\d{0,14}$/.test(id))
          .slice(0, most)
          .map(Number),
      ),
    ]),
  )

export const timestamp = z.iso.datetime()

/** Time of the last change of the settings; null before the first. */
export const savedAt = { updatedAt: z.nullable(timestamp) }
export type Saved<Settings> = Settings & { updatedAt: string | null }

/** `updatedAt` of the settings as loaded; a different value is a conflict. */
export const seenAt = { updatedAt: z.optional(z.nullable(timestamp)) }

export const paginationSchema = z.object({
  page: z.number(),
  limit: z.number(),
  totalItems: z.number(),
  totalPages: z.number(),
  /** True when counting stopped at a limit and `totalItems` is an estimate. */
  isEstimate: z.optional(z.boolean()),
})
export type Pagination = z.output<typeof paginationSchema>
