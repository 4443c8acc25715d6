/** Kinds of work on the dashboard, most urgent first. */
export const TO_DO_KINDS = [
  'critical',
  'visit',
  'release',
  'returned',
  'confirm',
  'inbox',
  'payment',
  'report',
  'lab',
] as const
export type ToDoKind = (typeof TO_DO_KINDS)[number]
/** Reasons for which a lab needs an Admin's attention. */
export const LAB_PROBLEMS = ['critical', 'release', 'visit', 'source', 'receiver'] as const
export type LabProblem = (typeof LAB_PROBLEMS)[number]
/** Rows of a kind on the dashboard. */
export const TO_DO_SHOWN = 10
export const TO_DO_COUNT_LIMIT = 200
