/** Whether two timestamps, however written, mean the same millisecond. */
export const isSameMoment = (one: string, other: string): boolean =>
  new Date(one).getTime() === new Date(other).getTime()
