// Quoted texts match the specification.
export const title = 'Modern Medical Reports Management System'
export const tabTitle = 'Welcome'
export const eyebrow = 'For medical laboratories'
export const lead =
  'Register a patient, publish the report, and find it again in seconds. Everyone in the laboratory works from the same record and sees exactly what their role needs.'
/** Benefits on the first screen. */
export const gains = [
  {
    title: 'Arrives by itself',
    text: 'Analyzers and watched folders fill the inbox. Each file is matched with its patient.',
  },
  {
    title: 'For the right patient',
    text: 'The patient whom a PDF names is compared with the record before it is published.',
  },
  {
    title: 'Reaches the patient',
    text: 'By email, SMS or WhatsApp, with a private link that asks for the date of birth.',
  },
  {
    title: 'Checked by anyone',
    text: 'The code on a report shows whether it is genuine and current.',
    link: { href: '/v', text: 'Check a report' },
  },
]
export const check = {
  title: 'Try it: the check before publishing',
  name: 'Aisha Rahman',
  file: (name: string, day: string) => `blood-count.pdf names ${name}, born ${day}`,
  publishFor: 'Publish this file for',
  born: (day: string) => `born ${day}`,
  note: 'The patients are made up. A file that may be another patient’s is published only after an explicit confirmation.',
}
export const signIn = 'Sign in to your laboratory'
export const sentHere = 'You are signed out. Sign in to return to the page you opened.'
export const signInToContinue = 'Sign in to continue'
export const motto = 'Medical reports, kept in order.'
export const topBar = 'Top'
export const about = 'About'
export const contact = 'Contact'
export const getStarted = 'Get Started'
/** Role name when no card was chosen. */
export const neutralRole = 'User'
export const roles = {
  title: 'Choose how you work',
  Admin: 'manage system settings and user accounts',
  Doctor: 'view, update and manage patient medical records',
  Technician: 'perform diagnostic and technical tasks with access to relevant records',
  Receptionist: 'schedule appointments and register patients',
}
export const way = {
  title: 'How it works',
  register: {
    title: 'Register',
    text: 'Reception registers the patient once, with the visit, its tests and the payment. Possible duplicates are flagged.',
  },
  publish: {
    title: 'Publish',
    text: 'A technician or doctor uploads the file and confirms the patient. Where the lab wants it, a second person releases the report.',
  },
  handOver: {
    title: 'Hand over',
    text: 'Find the report by name, phone number or ID, and hand it over on screen, on paper or on a USB drive.',
  },
}
export const features = {
  title: 'Key features',
  users: {
    title: 'User Management',
    text: 'Staff accounts with role-based access control: each role has access only to what its work requires.',
  },
  access: {
    title: 'Secure Access',
    text: 'Files open only for authorized staff, each report shows who opened it and when, and no patient data stays in the browser.',
  },
  reports: {
    title: 'Report Management',
    text: 'Publish PDF and image reports for the right patient, and find them again by name, phone, EMR ID or date. Corrections keep every version, and critical results stay open until a call is read back.',
  },
}
export const aboutProduct = (productName: string) =>
  `${productName} keeps the patients of a medical laboratory and their reports in one place. Reception registers the patient, and a technician or doctor publishes the report file. Authorized staff then find it on the patient’s page.`
export const aboutLabs =
  'Several laboratories can share one installation: each sees its own patients and reports, and the administrator sees all of them.'
export const contactAdmin =
  'Do you need an account, or has yours stopped working? Contact the administrator of your laboratory, who creates accounts and sends password reset links.'
export const contactStaff = 'Signed-in staff find the support contact under Contact in the sidebar.'
export const guide = 'Read the user guide'
export const login = {
  title: (role: string) => `${role} Login`,
  email: 'Email',
  password: 'Password',
  code: 'Authentication Code',
  codeHint: 'Six digits from your authenticator app, or a recovery code',
  forgot: 'Forgot password?',
  or: 'or',
  submit: (role: string) => `Login as ${role}`,
}
