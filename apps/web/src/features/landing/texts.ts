// Quoted texts stay as the specification has them.
export const title = 'Modern Medical Reports Management System'
export const tabTitle = 'Welcome'
export const eyebrow = 'For medical laboratories'
export const lead =
  'Register a patient, publish the report, and find it again in seconds. Everyone in the laboratory works from the same record and sees exactly what their role needs.'
export const signIn = 'Sign in to your laboratory'
export const motto = 'Medical reports, kept in order.'
export const topBar = 'Top'
export const about = 'About'
export const contact = 'Contact'
export const getStarted = 'Get Started'
/** Who signs in without having chosen a card. */
export const neutralRole = 'User'
export const roles = {
  title: 'Choose how you work',
  Admin: 'manage system settings and user accounts',
  Doctor: 'view, update and manage patient medical records',
  Technician: 'perform diagnostic and technical tasks with access to relevant records',
  Receptionist: 'schedule appointments and register patients',
}
export const way = {
  title: 'The way of a report',
  register: {
    title: 'Register',
    text: 'Reception takes down the patient once. A second record of the same person is noticed while it is typed.',
  },
  publish: {
    title: 'Publish',
    text: 'The technician or doctor attaches the file, confirms the patient, and the report is there for everyone who may see it.',
  },
  handOver: {
    title: 'Hand over',
    text: 'A name, a phone number or an ID is enough to have the report on the screen, on paper or on a stick.',
  },
}
export const features = {
  title: 'Key features',
  users: {
    title: 'User Management',
    text: 'Staff accounts with role-based access control: each role sees and does what its work needs, and nothing else.',
  },
  access: {
    title: 'Secure Access',
    text: 'Sessions end on the server, files open only for those who may read them, and no patient data stays in the browser.',
  },
  reports: {
    title: 'Report Management',
    text: 'PDF and image reports are published to the right patient once, and found again by name, phone, EMR ID or date.',
  },
}
export const aboutProduct = (productName: string) =>
  `${productName} is the place where a medical laboratory keeps its patients and their reports together. Reception registers the patient, a technician or doctor publishes the report file, and from then on anyone who may see it finds it on the patient’s page.`
export const aboutLabs =
  'Several laboratories can share one installation: each sees its own patients and reports, while the administrator keeps the overview.'
export const contactAdmin =
  'Do you need an account, or has yours stopped working? Please turn to the administrator of your laboratory, who creates accounts and sends links for a new password.'
export const contactStaff =
  'Signed-in staff find the support contact of their installation under Contact in the sidebar.'
export const guide = 'Read the user guide'
export const login = {
  title: (role: string) => `${role} Login`,
  email: 'Email',
  password: 'Password',
  code: 'Authentication Code',
  codeHint: 'Six digits of your authenticator app, or a recovery code',
  forgot: 'Forgot password?',
  submit: (role: string) => `Login as ${role}`,
}
