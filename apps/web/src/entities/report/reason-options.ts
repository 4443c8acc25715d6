import * as texts from './texts.ts'

export const reasonOptions = (reasons: Record<string, string>): { value: string; label: string }[] => [
  { value: '', label: texts.selectAReason },
  ...Object.entries(reasons).map(([value, label]) => ({ value, label })),
]
