import { formatCount } from '../lib/format.ts'
import type { ReactNode } from 'react'

export const skipToContent = 'Skip to content'
export const navigation = 'Navigation'
export const sidebar = 'Sidebar'
export const toggleSidebar = 'Toggle sidebar'
export const main = 'Main'
export const secondary = 'Secondary'
export const userMenuOf = (name: string) => `User menu of ${name}`
export const profile = 'Profile'
export const profileOf = (role: string, name: string) => `${role} ${name}: ${profile}`
export const help = 'Help'
export const logout = 'Logout'

export const dashboard = 'Dashboard'
export const users = 'Users'
export const allUsers = 'All Users'
export const addUser = 'Add User'
export const labs = 'Labs'
export const allLabs = 'All Labs'
export const patients = 'Patients'
export const viewPatients = 'View Patients'
export const addPatient = 'Add Patient'
export const referrers = 'Referrers'
export const reports = 'Reports'
export const viewReports = 'View Reports'
export const inbox = 'Inbox'
export const awaitingRelease = 'Awaiting Release'
export const openItems = (count: number, critical = 0) =>
  `${count === 1 ? '1 open item' : `${formatCount(count)} open items`}${critical > 0 ? `, ${formatCount(critical)} critical` : ''}`
export const criticalResults = 'Critical Results'
export const criticalOpen = (count: number) =>
  count === 1 ? '1 critical result is open' : `${count} critical results are open`
export const criticalRestored = 'nobody is told before you confirm it'
export const criticalLate = (count: number) => `${count} late`
export const deliveries = 'Deliveries'
export const needAttention = (count: number) =>
  count === 1 ? '1 needs attention' : `${formatCount(count)} need attention`
export const insights = 'Insights'
export const activityLogs = 'Activity Logs'
export const settings = 'Settings'
export const contact = 'Contact'

export const sessionEnded = 'Your session has ended. Please sign in again.'
export const areYouStillThere = 'Are you still there?'
export const signedOutIn = (time: ReactNode) => (
  <>
    For your patients’ privacy you will be signed out in {time}. What you have typed on this page stays as it
    is when you stay signed in.
  </>
)
export const staySignedIn = 'Stay Signed In'
export const signOutAhead = 'Save your work'
export const signedOutAt = (time: string) =>
  `Your session has reached its limit: you will be signed out at ${time}. Save your work now, then sign in again.`
export const ok = 'OK'
export const loggingOut = 'Logging out...'
export const staysOpenAt = (provider: string) =>
  `Logged out here, but not at ${provider}. Close the browser, or log out there.`
export const pleaseWait = 'Please wait'

export const printedBy = (name: string, time: string) => `Printed by ${name}, ${time}`

export const leaveTitle = 'Leave this page?'
export const leaveMessage = 'What you typed on this page has not been saved and will be lost.'
export const leave = 'Leave Page'

export const pageNotLoaded = 'This page could not be loaded'
export const pageNotLoadedHint = 'It loads by itself when the connection is back.'
