import type { ReactNode } from 'react'

export const searchPatientsAndReports = 'Search patients and reports'
export const search = 'Search patients, reports and pages'
export const placeholder = 'Name, ZL id, phone, EMR ID, report title or page'
export const closeSearch = 'Close search'
export const nothingFoundFor = (typed: ReactNode) => <>No patient or report found for “{typed}”</>
export const onlySimilar = (typed: ReactNode) => <>No exact match for “{typed}”. Check these similar names.</>
export const notSearched = (reason: string) => `Patients and reports could not be searched. ${reason}`
export const retry = 'Retry'
export const results = 'Results'
export const resultCount = (count: number) =>
  count === 1 ? '1 result' : `${count === 0 ? 'No' : count} results`
export const similarName = 'Similar name'
export const profile = 'Profile'
export const logout = 'Logout'
export const recentPatients = 'Recent patients'
export const patients = 'Patients'
export const recentReports = 'Recent reports'
export const reports = 'Reports'
export const pages = 'Pages'
export const actions = 'Actions'
export const publishFor = (patient: string) => `Publish report for ${patient}`

export const formerly = (id: ReactNode) => <>(was {id})</>
export const born = (date: string) => `born ${date}`
export const emrId = (id: ReactNode) => <>EMR ID {id}</>

export const controlKey = 'Ctrl'
export const enterKey = 'Enter'
export const escapeKey = 'Esc'
export const toMove = (keys: ReactNode) => <>{keys} to move</>
export const toOpen = (key: ReactNode) => <>{key} to open</>
export const toPublish = (keys: ReactNode) => <>{keys} to publish a report</>
export const toClose = (key: ReactNode) => <>{key} to close</>
