/** The report type that the user chose last, for the next item without one. */
let lastTypeId: number | undefined

export const rememberType = (id: number): void => {
  lastTypeId = id
}

export const isLastType = ({ id }: { id: number }): boolean => id === lastTypeId
