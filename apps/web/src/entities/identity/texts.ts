export const confirmPassword = 'Confirm your password'
export const confirmPasswordText = 'You signed in more than 15 minutes ago. Confirm your password to go on.'
export const confirm = 'Confirm'
