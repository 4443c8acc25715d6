import { withLatinDigits } from '@zelab/contract'

/** The number of a report id written as "#12" or "12". */
export const reportIdIn = (typed: string): number | undefined => {
  const id = /^(?:#\s*)?(\d{1,15})$/.exec(withLatinDigits(typed))?.[1]
  return id === undefined ? undefined : Number(id)
}
