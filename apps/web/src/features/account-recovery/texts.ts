export const forgotPassword = 'Forgot Password'
export const forgotPasswordHint =
  'Enter the email of your account. We will send you a link to choose a new password.'
export const rememberPassword = 'Remember your password?'
export const login = 'Login'
export const email = 'Email'
export const sendingLink = 'Sending Link...'
export const sendResetLink = 'Send Reset Link'
export const checkInbox = 'Check your inbox'
/** The same for unknown addresses. */
export const linkIsOnItsWay = (email: string) =>
  `If ${email} belongs to an account, the link arrives within a few minutes. Look in the spam folder too.`

export const resetPassword = 'Reset Password'
export const resetPasswordHint =
  "Please enter your new password. Make sure it's at least 8 characters long and includes a mix of letters, numbers, and symbols."
export const newPassword = 'New Password'
export const confirmPassword = 'Confirm Password'
export const resettingPassword = 'Resetting Password...'
export const invitedHint =
  'Were you invited? You can sign in through your organization instead of choosing a password.'
export const continueWith = (provider: string) => `Continue with ${provider}`
export const linkAccount = 'Link Your Account'
export const linkAccountHint =
  'Your lab signs in with the account of your organization. Continue with it to link it to your account here.'
export const linkExpired =
  'This link has expired. Ask for a new one by “Forgot password” on the sign-in page.'
