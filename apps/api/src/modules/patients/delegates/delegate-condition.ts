import { ADULT_AGE } from '@zelab/contract'

/** The birthday of patient `p` that ends a guardian's access, with the settings `s` of the lab, which may be missing. */
export const ADULT_BIRTHDAY = `(p.date_of_birth + make_interval(years => coalesce(s.adult_age, ${ADULT_AGE.default})))::date`

/** The first day on which delegate `g` has no access any more; null without an end. Needs `p` and `s`. */
export const DELEGATE_ENDS_ON = `least(
  g.valid_until + 1, case when g.kind = 'guardian' then ${ADULT_BIRTHDAY} end)`

/**
 * Whether the access of delegate `g` of patient `p` has not ended; it may begin later.
 * @param today a parameter with the lab's plain date
 */
export const hasNotEnded = (today: string): string =>
  `g.ended_at is null and coalesce(${DELEGATE_ENDS_ON} > ${today}::date, true)`

/**
 * Whether delegate `g` of patient `p` has access today. It does not depend on the job that ends access every night.
 * @param today a parameter with the lab's plain date
 */
export const hasAccess = (today: string): string => `${hasNotEnded(today)} and g.valid_from <= ${today}::date`

/** Why the access of delegate `g` ended by itself. */
export const DELEGATE_END_REASON = `case when g.kind = 'guardian' and ${ADULT_BIRTHDAY} = ${DELEGATE_ENDS_ON} then 'adult' else 'expired' end`

/**
 * Delegates of merged records belong to the surviving one, and return when a merge is undone. An array, because
 * PostgreSQL before 17 would compare every delegate with a subquery.
 */
export const DELEGATE_OF_PATIENT = `g.patient_id = any(array(
  with recursive records (id) as (
    select p.id union select m.id from patients m join records on m.merged_into = records.id
  ) select id from records))`

/** The patient `p` of delegate `g`: the record `o` of the row, or the one that it was merged into. */
export const PATIENT_OF_DELEGATE = `
  join patients o on o.id = g.patient_id
  join patients p on p.id = case when o.merged_into is null then o.id else surviving_patient(o.id) end
  left join lab_delivery_settings s on s.lab_id = p.lab_id`
