import { withLatinDigits } from '@zelab/contract'

/** Accepts "#12" and "12". */
export const reportIdIn = (typed: string): number | undefined => {
  const id = /^(?:#\s*)?(\d{1,15})$/.exec(withLatinDigits(typed))?.[1]
  return id === undefined ? undefined : Number(id)
}
