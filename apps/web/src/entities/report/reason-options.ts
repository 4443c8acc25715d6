import * as texts from './texts.ts'

/** The coded reasons as choices of a select that begins with none chosen. */
export const reasonOptions = (reasons: Record<string, string>): { value: string; label: string }[] => [
  { value: '', label: texts.selectAReason },
  ...Object.entries(reasons).map(([value, label]) => ({ value, label })),
]
