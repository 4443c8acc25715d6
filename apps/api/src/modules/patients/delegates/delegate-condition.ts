import { ADULT_AGE } from '@zelab/contract'

/** The birthday of patient `p` that ends a guardian's access, with the settings `s` of the lab, which may be missing. */
export const ADULT_BIRTHDAY = `(p.date_of_birth + make_interval(years => coalesce(s.adult_age, ${ADULT_AGE.default})))::date`

/** The first day on which delegate `g` has no access any more; null without an end. Needs `p` and `s`. */
export const DELEGATE_ENDS_ON = `least(
  g.valid_until + 1, case when g.kind = 'guardian' then ${ADULT_BIRTHDAY} end)`

/**
 * Whether delegate `g` of patient `p` has access today. It does not depend on the job that ends access every night.
 * @param today a parameter with the lab's plain date
 */
export const hasAccess = (today: string): string =>
  `g.ended_at is null and g.valid_from <= ${today}::date and coalesce(${DELEGATE_ENDS_ON} > ${today}::date, true)`

/** Delegates of merged records belong to the surviving one, and return when a merge is undone. */
export const DELEGATE_OF_PATIENT = `g.patient_id in (
  with recursive records (id) as (
    select p.id union select m.id from patients m join records on m.merged_into = records.id
  ) select id from records)`
