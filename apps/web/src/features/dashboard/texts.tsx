import type { ReactNode } from 'react'

export const dashboard = 'Dashboard'
export const associatedWith = (lab: ReactNode) => <>You are currently associated with {lab}</>
export const totalUsers = 'Total Users'
export const totalUsersInTheSystem = 'Total users in the system'
export const totalReports = 'Total Reports'
export const totalReportsPublishedSoFar = 'Total reports published so far'
export const totalPatients = 'Total Patients'
export const totalPatientsInTheSystem = 'Total patients in the system'
/** A tooltip, because the specified text refers to the whole system. */
export const countedInYourLab = 'Counted in your lab'
export const newPatients = 'New Patients'
export const patientsAddedThisWeek = 'Patients added this week'
export const totalLabs = 'Total Labs'
export const totalLabsInTheSystem = 'Total labs in the system'

export const viewAll = 'View All'
export const recentReports = 'Recent Reports'
export const recentReportsList = 'Recent reports'
export const noRecentReportsAvailable = 'No recent reports available'
export const noRecentReportsHint = 'The newest reports appear here.'
export const recentPatients = 'Recent Patients'
export const recentPatientsList = 'Recent patients'
export const noRecentPatientsAvailable = 'No recent patients available'
export const noRecentPatientsHint = 'The newest patients appear here.'
export const registerFirst = 'Register the First Patient'
export const dropFirst = 'Drop the First File'
export const viewAllPatients = 'View all patients'
export const onboardNewPatient = 'Onboard new patient'
export const publishReport = 'Publish Report'
export const viewProfile = 'View Profile'
export const publishReportFor = (patient: string) => `Publish Report for ${patient}`
export const viewProfileOf = (patient: string) => `View Profile of ${patient}`

export const publishedToday = 'Published today'
export const publishedTodayHint = 'By you'
export const nothingPublishedToday = 'Nothing published yet today'
export const nothingPublishedHint = 'Reports of today appear here.'
