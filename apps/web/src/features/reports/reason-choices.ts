/** The coded reasons as choices of a select that begins with none chosen. */
export const reasonChoices = (reasons: Record<string, string>): { value: string; label: string }[] => [
  { value: '', label: 'Select a reason' },
  ...Object.entries(reasons).map(([value, label]) => ({ value, label })),
]
