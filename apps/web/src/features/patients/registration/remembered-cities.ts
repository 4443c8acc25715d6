import { useSessionStore } from '../../../lib/session-store.ts'

const MOST = 3

/** In memory only and until the user signs out: nothing of a patient stays in the browser. */
let cities: readonly string[] = []

useSessionStore.subscribe(({ user }) => {
  if (!user) cities = []
})

/** The cities of the user's latest registrations, to be suggested. */
export const rememberedCities = (): readonly string[] => cities

export const rememberCity = (typed: string): void => {
  const city = typed.trim()
  if (city === '') return
  const others = cities.filter((other) => other.toLowerCase() !== city.toLowerCase())
  cities = [city, ...others].slice(0, MOST)
}
