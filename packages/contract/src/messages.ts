/** Wording that the server and the screens share, verbatim from the specification where it has one. */

export const VALIDATION = {
  required: 'Required',
  invalid: 'This value is not valid',
  nameTooShort: 'Name must be at least 3 characters',
  nameTooLong: 'Name must not exceed 30 characters',
  email: 'Please enter a valid email address',
  passwordTooShort: 'Password must be at least 8 characters',
  passwordTooLong: 'Password must not exceed 16 characters',
  passwordClasses:
    'Password must contain at least one uppercase letter, one lowercase letter, one number and one special character',
  passwordsDiffer: "Passwords don't match",
  resetPasswordTooLong: 'Password must not exceed 128 characters',
  phone: 'Please enter a valid phone number',
  userType: 'Please select a user type',
  labRequired: 'Lab Selection is required for non-admin users',
  titleTooShort: 'Title must be at least 3 characters',
  titleTooLong: 'Title must not exceed 255 characters',
  remarkTooShort: 'Remarks must be at least 3 characters',
  remarkTooLong: 'Remarks must not exceed 100 characters',
  reportType: 'Please select a report type',
  patient: 'Please select a patient',
  file: 'Please upload a file',
  emrIdTooShort: 'EMR ID must be at least 3 characters',
  emrIdTooLong: 'EMR ID must not exceed 30 characters',
  gender: 'Gender must be MALE, FEMALE or OTHER',
  addressTooShort: 'Address must be at least 3 characters',
  addressTooLong: 'Address must not exceed 50 characters',
  cityTooShort: 'City must be at least 3 characters',
  cityTooLong: 'City must not exceed 30 characters',
  dateOfBirth: 'Please enter a valid date of birth',
  labNameTooShort: 'Lab name must be at least 2 characters',
  labNameTooLong: 'Lab name must not exceed 255 characters',
  labAddress: 'Address is required',
  labCity: 'City is required',
  labEmail: 'Invalid email address',
  reportTypeTooShort: 'Report type must contain at least 2 characters',
  reportTypeTooLong: 'Report type must not exceed 255 characters',
  textTooLong: 'Please use at most 255 characters',
  noteTooLong: 'Please use at most 1000 characters',
  controlCharacters: 'Please remove unprintable characters',
  fileAddress: 'This file address is not valid',
  resetLink: 'This password reset link is invalid or has expired',
} as const

export const REFUSAL = {
  signIn: 'Please sign in to continue',
  wrongCredentials: 'Invalid email or password',
  patientAccount: 'Patient accounts cannot sign in to the staff application',
  forbidden: "You don't have permission to do this",
  foreignOrigin: 'This request did not come from the application',
  notFound: 'The requested record was not found',
  pathNotFound: 'There is nothing at this address',
  patientNotFound: 'Patient not found',
  reportNotFound: 'Report not found',
  labNotFound: 'Lab not found',
  userNotFound: 'User not found',
  reportTypeNotFound: 'Report type not found',
  fileNotFound: 'File not found',
  unreadable: 'The request could not be read',
  tooLarge: 'The request is too large',
  mediaType: 'This kind of content is not supported',
  busy: 'Too many attempts. Please wait a moment and try again.',
  unavailable: 'The service is temporarily unavailable. Please try again.',
  unexpected: 'Something went wrong. Please try again.',
  emailTaken: 'A user with this email already exists',
  labNameTaken: 'A lab with this name already exists',
  reportTypeTaken: 'A report type with this title already exists',
  labInUse: 'This lab still has users or patients and cannot be deleted',
  reportTypeInUse: 'This report type is used by reports and cannot be deleted',
  adminHasNoLab:
    'No patient was registered because your account is not linked to a lab. Please ask a lab user to register the patient.',
  patientMismatch: 'The patient in the address and in the form differ. Nothing was published.',
  fileUnavailable: 'This uploaded file is no longer available. Please upload it again.',
  fileNotYours: 'Only the person who uploaded this file can remove it',
  filePublished: 'A published file cannot be removed',
  fileType: 'Only PDF, JPG, JPEG and PNG files can be uploaded',
  fileContent:
    'The content of this file does not match its name. Please upload a real PDF, JPEG or PNG file.',
  filePart: 'Please send one file in the part named reportFile',
  uploadInterrupted: 'The upload was interrupted. Please try again.',
} as const

export const fileTooLarge = (limitMb: number): string =>
  `The file is larger than ${limitMb} MB. Please upload a smaller file.`

export const FALLBACK = {
  publish: 'Failed to publish report',
  upload: 'Failed to upload file. Please try again.',
  general: REFUSAL.unexpected,
} as const

export const SUCCESS = {
  login: 'Login successful',
  logout: 'Logout successful',
  reportPublished: 'Report published successfully',
  reportTypeAdded: 'Report type added successfully',
  resetLinkSent: 'Password reset link sent successfully',
  passwordReset: 'Password reset successfully',
  userAdded: 'User added successfully',
  labAdded: 'Lab added successfully',
  patientAdded: 'Patient added successfully',
  saved: 'Changes saved successfully',
  labDeleted: 'Lab deleted successfully',
  reportTypeDeleted: 'Report type deleted successfully',
  reportWithdrawn: 'Report withdrawn successfully',
  fileUploaded: 'File uploaded successfully',
  fileRemoved: 'File removed successfully',
} as const

/** The confirmation catalogue of section 8. */
export const CONFIRM = {
  publish: 'Are you sure? you want to publish this report? This action is irreversible.',
  addUser: (name: string) => `Are you sure? you want to add ${name}? This action is irreversible.`,
  addLab: (name: string) => `Are you sure you want to add ${name} lab? This action is irreversible.`,
  addReportType: (title: string) =>
    `Are you sure you want to add ${title} report type? This action is irreversible.`,
  logout: 'Are you sure you want to logout?',
  duplicatePhone: (name: string) =>
    `This phone number is already associated with ${name}. Do you want to proceed?`,
} as const
