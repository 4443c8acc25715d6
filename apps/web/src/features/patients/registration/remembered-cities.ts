import { browserStorage } from '../../../lib/browser-storage.ts'

const KEY = 'zelab-cities'
const MOST = 3

/** The cities of the latest registrations at this workstation, to be suggested; nothing else of a patient is kept. */
export const rememberedCities = (): string[] => {
  const kept = browserStorage.read(KEY)
  return Array.isArray(kept) ? kept.filter((city) => typeof city === 'string').slice(0, MOST) : []
}

export const rememberCity = (typed: string): void => {
  const city = typed.trim()
  if (city === '') return
  const others = rememberedCities().filter((other) => other.toLowerCase() !== city.toLowerCase())
  browserStorage.write(KEY, [city, ...others].slice(0, MOST))
}
