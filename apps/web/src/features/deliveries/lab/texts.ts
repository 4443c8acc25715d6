// A lab's settings
export const labSending = 'Sending Reports to Patients'
export const linkDays = 'Links work for (days)'
export const automaticSending = 'Send every published report automatically'
export const automaticHint = 'By email, to patients who agreed. Manual sending is always possible.'
export const quietFrom = 'Quiet from (hour)'
export const quietUntil = 'Quiet until (hour)'
export const quietHint =
  'Automatic messages wait during the quiet hours, 0 to 23 in the time zone of the settings. Equal hours: they never wait.'
