// A lab's settings
export const labSending = 'Sending Reports to Patients'
export const linkDays = 'Links work for (days)'
export const automaticSending = 'Send every published report automatically'
export const automaticHint = 'By email, to patients who agreed. Manual sending is always possible.'
export const quietFrom = 'Automatic messages wait from (hour)'
export const quietUntil = 'until (hour)'
export const quietHint = 'In the time zone of the settings, 0 to 23. Equal hours: messages never wait.'
