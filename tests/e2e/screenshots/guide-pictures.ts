import type { Look } from './camera.ts'
import { publicScreensOf, screensOf, type CheckedRecords, type Screen } from './screens.ts'

const LOOK: Look = { width: 1180, height: 760, colorScheme: 'light' }

const SHOWN = [
  'login',
  'dashboard',
  'patients',
  'patient-registration',
  'publish',
  'report',
  'find',
  'lab-letterhead',
  'check-report-genuine',
] as const

export const guidePictures = (records: CheckedRecords): { screen: Screen; look: Look }[] => {
  const screens = new Map(
    [...screensOf(records), ...publicScreensOf(records)].map((screen) => [screen.name, screen]),
  )
  return SHOWN.map((name) => {
    const screen = screens.get(name)
    if (!screen) throw new Error(`The guide shows "${name}", which is no screen of the list`)
    return { screen: { ...screen, name: `guide-${name}` }, look: LOOK }
  })
}
