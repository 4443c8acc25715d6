/** The waiting amendment that suspends a report. @param report alias of `reports` */
export const suspendedBy = (amendment: string, report: string): string =>
  `${amendment}.report_id = ${report}.id and ${amendment}.state in ('awaiting', 'returned')
     and ${amendment}.suspended_at is not null`

/** Whether a report is hidden from its patient and from visitors until its correction is released. */
export const isSuspended = (report: string): string =>
  `exists (select 1 from unreleased_reports su where ${suspendedBy('su', report)})`
