export const pageNotFound = 'Page Not Found'
export const returnHome = 'Return Home'
export const pageNotFoundHint =
  "Oops! It seems like the page has been misplaced. Let's get you back, where you need to be."
export const unauthorizedAccess = 'Unauthorized Access'
export const returnToDashboard = 'Return to Dashboard'
export const unauthorizedHint = "You don't have permission to access this page."
export const unexpectedApplicationError = 'Unexpected Application Error!'
export const unexpectedErrorHint = 'Something broke on this page. Nothing you saved before is lost.'
