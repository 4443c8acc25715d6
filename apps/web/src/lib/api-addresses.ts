import type { contract } from '@zelab/contract'

type Contract = typeof contract

/**
 * Method and path of every endpoint, and whether it is idempotent, as the contract declares them: a missing or mistyped
 * line does not compile. Spelled out so that the landing page need not load the contract's validation schemas.
 */
export type ApiAddresses = {
  readonly [Module in keyof Contract]: {
    readonly [Name in keyof Contract[Module]]: Contract[Module][Name] extends {
      method: infer Method extends string
      path: infer Path extends string
    }
      ? Contract[Module][Name] extends { idempotent: true }
        ? `${Method} ${Path} idempotent`
        : `${Method} ${Path}`
      : never
  }
}

export const apiAddresses: ApiAddresses = {
  auth: {
    login: 'POST /auth/user/login',
    restoreSession: 'GET /auth/refresh-token',
    logout: 'POST /auth/logout',
    forgotPassword: 'POST /auth/forgot-password',
    resetPassword: 'POST /auth/reset-password',
    keepAlive: 'POST /auth/keep-alive',
    listSessions: 'GET /auth/sessions',
    endSession: 'DELETE /auth/sessions/:id',
    endOtherSessions: 'POST /auth/sessions/end-others',
    changePassword: 'PUT /auth/password',
    startSecondFactor: 'POST /auth/second-factor/start',
    confirmSecondFactor: 'POST /auth/second-factor/confirm',
    renewRecoveryCodes: 'POST /auth/second-factor/recovery-codes',
    removeSecondFactor: 'POST /auth/second-factor/remove',
  },
  users: {
    register: 'POST /auth/user/register',
    list: 'GET /user/all',
    getById: 'GET /user/:id',
    update: 'PUT /user/update/:id',
    deactivate: 'DELETE /user/delete/:id',
    reactivate: 'POST /user/reactivate/:id',
    invite: 'POST /user/invite',
    resetSecondFactor: 'POST /user/resetSecondFactor/:id',
    resendInvitation: 'POST /user/resendInvitation/:id',
  },
  preferences: { get: 'GET /user/preferences', update: 'PUT /user/preferences' },
  dashboard: { get: 'GET /user/dashboard', getWork: 'GET /user/dashboard/work' },
  insights: {
    trend: 'GET /insights/trend',
    get: 'GET /insights/figures',
    deliveryTimes: 'GET /insights/deliveries',
    listUnopened: 'GET /insights/unopened',
    exportCsv: 'GET /insights/export',
  },
  patients: {
    register: 'POST /user/patient/onboarding idempotent',
    list: 'GET /patient/getAll',
    getById: 'GET /patient/getById/:id',
    checkPhone: 'POST /patient/checkPhone',
    exportCsv: 'GET /patient/export',
    update: 'PUT /patient/update/:id',
    listChanges: 'GET /patient/getChanges/:id',
    remove: 'DELETE /patient/delete/:id',
    getRetention: 'GET /patient/getRetention/:id',
    placeHold: 'POST /patient/placeHold/:id',
    liftHold: 'POST /patient/liftHold/:id',
    exportRecord: 'GET /patient/exportRecord/:id',
    findDuplicates: 'POST /patient/findDuplicates',
    previewMerge: 'POST /patient/previewMerge',
    merge: 'POST /patient/merge',
    listMerges: 'GET /patient/getMerges/:id',
    undoMerge: 'POST /patient/undoMerge/:id',
  },
  patientImport: {
    start: 'POST /patient/import',
    get: 'GET /patient/import/:id',
    listRows: 'GET /patient/import/:id/rows',
    exportErrors: 'GET /patient/import/:id/errors',
    exportBadRows: 'GET /patient/import/:id/badRows',
    confirm: 'POST /patient/import/:id/confirm',
    cancel: 'DELETE /patient/import/:id',
  },
  labs: {
    list: 'GET /lab/getAll',
    getById: 'GET /lab/get/:id',
    getOverview: 'GET /lab/getOverview/:id',
    listStaff: 'GET /lab/getStaff/:id',
    create: 'POST /lab/create',
    update: 'PUT /lab/update/:id',
    remove: 'DELETE /lab/delete/:id',
  },
  letterheads: {
    getLetterhead: 'GET /lab/getLetterhead/:id',
    updateLetterhead: 'PUT /lab/updateLetterhead/:id',
    previewLetterhead: 'POST /lab/previewLetterhead/:id',
    readLetterheadLogo: 'GET /lab/letterheadLogo/:id',
    updateLetterheadLogo: 'POST /lab/letterheadLogo/:id',
    removeLetterheadLogo: 'DELETE /lab/letterheadLogo/:id',
    getSignature: 'GET /user/getSignature',
    readSignature: 'GET /user/signature',
    updateSignature: 'POST /user/signature',
    removeSignature: 'DELETE /user/signature',
  },
  reports: {
    list: 'GET /report/getAll',
    getById: 'GET /report/getById/:reportId',
    listOfPatient: 'GET /report/getByPatientId/:patientId',
    publish: 'POST /user/uploadPatientReportFile/:patientId idempotent',
    withdraw: 'DELETE /report/deleteById/:id idempotent',
    amend: 'PUT /report/update/:id idempotent',
    reassign: 'POST /report/republishForPatient/:id idempotent',
    listVersions: 'GET /report/getVersions/:id',
    listReaders: 'GET /report/getReaders/:id',
    getVerification: 'GET /report/getVerification/:id',
    exportCsv: 'GET /report/export',
    uploadFile: 'POST /report/uploadReportFile',
    checkFile: 'POST /report/checkFileForPatient',
    deleteFile: 'DELETE /report/deleteReportFile',
    readFile: 'GET /report/file/:fileName',
    proposePatients: 'POST /report/proposePatients',
    readFirstPage: 'GET /report/file/:fileName/page',
  },
  reportTypes: {
    list: 'GET /report/getReportTypes',
    usage: 'GET /report/getReportTypeUsage/:id',
    add: 'POST /report/addReportType',
    update: 'PUT /report/updateReportType/:id',
    remove: 'DELETE /report/deleteReportType/:id',
  },
  activity: {
    list: 'GET /activity/getAll',
    exportCsv: 'GET /activity/export',
    historyOfPatient: 'GET /activity/ofPatient/:id',
    historyOfReport: 'GET /activity/ofReport/:id',
    recordPrint: 'POST /activity/print',
  },
  search: { records: 'POST /search/records' },
  settings: {
    getGeneral: 'GET /settings/general',
    updateGeneral: 'PUT /settings/general',
    getSecurity: 'GET /settings/security',
    updateSecurity: 'PUT /settings/security',
    getContact: 'GET /settings/contact',
    getSetupChecklist: 'GET /settings/firstSteps',
    dismissSetupChecklist: 'POST /settings/firstSteps/putAway',
    sendTestMail: 'POST /settings/testMail',
    getBrand: 'GET /settings/brand',
    readLogo: 'GET /settings/logo',
    updateLogo: 'POST /settings/logo',
    removeLogo: 'DELETE /settings/logo',
  },
  deliveries: {
    getPatientDelivery: 'GET /patient/getDelivery/:id',
    updatePatientDelivery: 'PUT /patient/updateDelivery/:id',
    getOptions: 'GET /delivery/getOptions/:id',
    send: 'POST /delivery/send/:id idempotent',
    handOver: 'POST /delivery/handOver/:id',
    resend: 'POST /delivery/resend/:id idempotent',
    revoke: 'POST /delivery/revoke/:id idempotent',
    listOfReport: 'GET /delivery/getOfReport/:id',
    confirmSentInError: 'POST /delivery/confirmSentInError/:id idempotent',
    list: 'GET /delivery/getAll',
    listWithoutContact: 'GET /delivery/getWithoutContact',
    exportCsv: 'GET /delivery/export',
    getCounts: 'GET /delivery/getCounts',
    getAgingOut: 'GET /delivery/getAgingOut',
    listOfPatient: 'GET /delivery/getOfPatient/:id',
    resendMany: 'POST /delivery/resendMany idempotent',
    getLabSettings: 'GET /lab/getDeliverySettings/:id',
    updateLabSettings: 'PUT /lab/updateDeliverySettings/:id',
    receiveSmsReceipt: 'POST /delivery/receipt',
  },
  delegates: {
    getDelegates: 'GET /patient/getDelegates/:id',
    addDelegate: 'POST /patient/addDelegate/:id idempotent',
    changeDelegate: 'PUT /patient/changeDelegate/:id idempotent',
    endDelegate: 'POST /patient/endDelegate/:id idempotent',
  },
  messageTemplates: {
    getMessageTemplates: 'GET /lab/getMessageTemplates/:id',
    saveMessageTemplate: 'PUT /lab/saveMessageTemplate/:id',
  },
  backups: {
    list: 'GET /backup/getAll',
    turnOn: 'POST /backup/turnOn',
    turnOff: 'POST /backup/turnOff',
    start: 'POST /backup/start',
  },
}
