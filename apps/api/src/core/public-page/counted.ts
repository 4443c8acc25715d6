/** A number with its noun, in the forms that Arabic grammar needs. */
export const arabicCount = (
  n: number,
  forms: { one: string; two: string; few: string; many: string },
): string => {
  if (n === 1) return forms.one
  if (n === 2) return forms.two
  const rest = n % 100
  return `${n}\u00a0${rest >= 3 && rest <= 10 ? forms.few : forms.many}`
}

export const minutesInArabic = (n: number): string =>
  arabicCount(n, { one: 'دقيقة واحدة', two: 'دقيقتين', few: 'دقائق', many: 'دقيقة' })
export const minutesInEnglish = (n: number): string => (n === 1 ? '1 minute' : `${n} minutes`)
