import { ADULT_AGE } from '@zelab/contract'

/** Ends a guardian's access. The lab settings `s` may be missing. */
export const ADULT_BIRTHDAY = `(p.date_of_birth + make_interval(years => coalesce(s.adult_age, ${ADULT_AGE.default})))::date`

/** First day without access, or null without an end. Needs `p` and `s`. */
export const DELEGATE_ENDS_ON = `least(
  g.valid_until + 1, case when g.kind = 'guardian' then ${ADULT_BIRTHDAY} end)`

/**
 * Access may begin later.
 * @param today a parameter with the lab's plain date
 */
export const hasNotEnded = (today: string): string =>
  `g.ended_at is null and coalesce(${DELEGATE_ENDS_ON} > ${today}::date, true)`

/**
 * Does not depend on the nightly job that ends access.
 * @param today a parameter with the lab's plain date
 */
export const hasAccess = (today: string): string => `${hasNotEnded(today)} and g.valid_from <= ${today}::date`

export const DELEGATE_END_REASON = `case when g.kind = 'guardian' and ${ADULT_BIRTHDAY} = ${DELEGATE_ENDS_ON} then 'adult' else 'expired' end`

/**
 * Delegates of merged records belong to the surviving one and return when a merge is undone. Uses an array, because
 * PostgreSQL before 17 would compare every delegate with a subquery.
 */
export const DELEGATE_OF_PATIENT = `g.patient_id = any(array(
  with recursive records (id) as (
    select p.id union select m.id from patients m join records on m.merged_into = records.id
  ) select id from records))`

/** The patient `p` of delegate `g`: its record `o`, or the one that `o` was merged into. */
export const PATIENT_OF_DELEGATE = `
  join patients o on o.id = g.patient_id
  join patients p on p.id = case when o.merged_into is null then o.id else surviving_patient(o.id) end
  left join lab_delivery_settings s on s.lab_id = p.lab_id`
