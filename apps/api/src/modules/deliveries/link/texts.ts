import type { Language } from '@zelab/contract'
import { arabicCount, minutesInArabic, minutesInEnglish } from '../../../core/public-page/layout.ts'
import type { CodeProblem } from '../sending/sending-rules.ts'
import type { BirthDateProblem } from './typed-birth-date.ts'
import { VISIT_ARABIC, VISIT_ENGLISH } from './visit-texts.ts'

const ENGLISH = {
  ...VISIT_ENGLISH,
  direction: 'ltr' as 'ltr' | 'rtl',
  otherLanguage: 'العربية',
  closeHint: 'Shared phone? Close this page when you are done.',
  questions: 'Questions? Call the lab:',
  callLab: 'Call the lab:',
  callLabWithoutNumber: 'Please call the lab.',
  back: 'Back',
  document: 'Document',

  readyTitle: 'A document is ready for you',
  forPatient: 'For',
  published: 'Published',
  birthDate: 'Your date of birth',
  birthDateHint: 'It shows that this document is yours.',
  patientBirthDate: 'The patient’s date of birth',
  patientBirthDateHint: 'It shows that you may see this document.',
  day: 'Day',
  month: 'Month',
  year: 'Year',
  show: 'Show document',
  birthDateProblems: {
    incomplete: 'Enter the day, month and year of birth.',
    year: 'Enter the year with four digits, for example 1985.',
    impossible: 'This date does not exist. Check the day and the month.',
    implausible: 'This cannot be a date of birth. Check the year.',
  } satisfies Record<BirthDateProblem, string> as Record<BirthDateProblem, string>,
  wrongDate: (triesLeft: number) =>
    `This date does not match the lab’s record. ${triesLeft === 1 ? '1 attempt' : `${triesLeft} attempts`} left.`,

  lockedTitle: 'This link is locked',
  locked: (minutes: number) =>
    `There were too many wrong dates of birth. Try again in ${minutesInEnglish(minutes)}, or have a new link sent to you.`,
  endedTitle: 'This link no longer works',
  ended: 'Have a new link sent to the contact that the lab has for you, or call the lab.',
  endedByLab: 'The lab has ended this link.',
  renew: 'Send a new link',
  renewedTitle: 'Check your messages',
  renewed:
    'If the lab has your contact and your consent, a new link is on its way. It can take a few minutes. If nothing arrives, call the lab.',
  withdrawnTitle: 'This document was withdrawn',
  withdrawn: 'Please do not rely on it.',
  held: 'Your report is ready. Please contact the lab.',
  suspended: 'This report is being corrected. Please contact the lab.',

  codeTitle: 'Confirm that it’s you',
  codeGoesTo: 'For your privacy, the lab sends a code to',
  codeSentTo: 'The lab has sent a code to',
  code: 'Code',
  codeHint: (minutes: number) =>
    `6 digits. It works for ${minutesInEnglish(minutes)}; only the newest one does.`,
  sendCode: 'Send code',
  sendNewCode: 'Send a new code',
  confirm: 'Confirm',
  codeUnavailable: {
    'no-contact':
      'This needs a code, but the lab does not have the email address or phone number to send it to.',
    'no-consent': 'This needs a code by email or SMS, but the lab does not have your agreement to send it.',
    'not-set-up': 'This needs a code, but the lab cannot send codes at the moment.',
  } satisfies Record<CodeProblem, string> as Record<CodeProblem, string>,
  codeTooMany: 'Many codes were sent already. Use the newest one, or try again later.',
  codeMalformed: 'Enter the 6 digits of the code.',
  codeWrong: 'This is not the newest code. Check your messages.',
  codeUsedUp: 'This code no longer works. Have a new one sent.',

  patient: 'Patient',
  corrected: (day: string, version: number) => `Corrected on ${day}, replaces version ${version}`,
  firstPage: 'First page of the document',
  noFirstPage: 'There is no preview of this document.',
  open: 'Open',
  download: 'Download',
  moreTitle: 'More',
  allReports: 'All my documents',
  patientReports: 'All documents of this patient',
  views: 'Who has looked at my record',
  needsCode: 'Needs a code that the lab sends to you',
  codeCannotBeSent: 'Needs a code that the lab cannot send to you',
  passTitle: 'Show it to someone',
  passLink: 'Prove that this document is real',
  checkHint: (host: string) =>
    `An employer, a school or a border officer can check this document at ${host}/v with its verification code:`,
  slip: 'Page with the code to print',
  passHint: 'To let them see the real document, give them a viewing code as well.',
  createPass: 'Create a viewing code',
  createNewPass: 'Create a new viewing code',
  passValid: (minutes: number) => `It works once, within ${minutesInEnglish(minutes)}.`,
  passUsed: (time: string) => `The last viewing code was used on ${time}.`,
  passWaiting: (time: string) =>
    `The viewing code that you created on ${time} still works. A new one replaces it.`,
  passTooMany: 'You have created many viewing codes. Try again in an hour.',
  close: 'Close',
  sessionEnds: (idle: number, longest: number) =>
    `For your privacy, you are asked for the date of birth again after ${minutesInEnglish(idle)} without use, and after ${minutesInEnglish(longest)} in any case.`,
  stayLonger: 'I need more time',

  noReports: 'There are no documents.',
  viewsTitle: 'Who has looked at my record',
  viewsHint: 'Every time the lab’s staff viewed your record, newest first.',
  noViews: 'No views are recorded.',
  newer: 'Newer',
  older: 'Older',
  roles: { Admin: 'Administrator', Doctor: 'Doctor', Technician: 'Technician', Receptionist: 'Receptionist' },
  otherRole: 'Staff',
  looks: {
    'patient.view': 'Viewed your record',
    'patient.export': 'Exported your record',
    'report.view': 'Viewed a document',
    'report.preview': 'Opened a document',
    'report.download': 'Downloaded a document',
    'record.print': 'Printed',
  },

  unknownTitle: 'This link does not work',
  unknown: 'Open the whole link of the message, or call your lab.',
  foreignTitle: 'Please open the link again',
  foreign: 'This page was open for too long, or your browser blocks cookies.',
  unreadableTitle: 'That could not be read',
  unreadable: 'Please open the link again and repeat what you did.',
  tooManyTitle: 'Too many attempts',
  tooMany: (minutes: number) =>
    `There were too many attempts from your network. Try again in ${minutesInEnglish(minutes)}, or call the lab.`,
  unavailableTitle: 'Please try again later',
  unavailable: 'The document cannot be shown at the moment.',
  openAgain: 'Open the link again',

  codeMail: {
    subject: (lab: string) => `${lab}: your code`,
    text: (lab: string, code: string, minutes: number) =>
      `${lab}: your code is ${code}. It works for ${minutesInEnglish(minutes)}.`,
  },
}
export type LinkTexts = typeof ENGLISH

const ARABIC: LinkTexts = {
  ...VISIT_ARABIC,
  direction: 'rtl',
  otherLanguage: 'English',
  closeHint: 'هل تستخدمون هاتفًا مشتركًا؟ أغلقوا هذه الصفحة عند الانتهاء.',
  questions: 'لأي استفسار، اتصلوا بالمختبر:',
  callLab: 'اتصلوا بالمختبر:',
  callLabWithoutNumber: 'يرجى الاتصال بالمختبر.',
  back: 'رجوع',
  document: 'مستند',

  readyTitle: 'لديكم مستند جاهز',
  forPatient: 'باسم',
  published: 'تاريخ الإصدار',
  birthDate: 'تاريخ ميلادكم',
  birthDateHint: 'للتأكد من أن المستند يخصكم.',
  patientBirthDate: 'تاريخ ميلاد المريض',
  patientBirthDateHint: 'للتأكد من أنه يحق لكم الاطّلاع على المستند.',
  day: 'اليوم',
  month: 'الشهر',
  year: 'السنة',
  show: 'عرض المستند',
  birthDateProblems: {
    incomplete: 'أدخلوا يوم الميلاد وشهره وسنته.',
    year: 'أدخلوا السنة بأربعة أرقام، مثل 1985.',
    impossible: 'هذا التاريخ غير موجود. تحققوا من اليوم والشهر.',
    implausible: 'لا يمكن أن يكون هذا تاريخ ميلاد. تحققوا من السنة.',
  },
  wrongDate: (triesLeft) =>
    `هذا التاريخ لا يطابق سجل المختبر. ${arabicCount(triesLeft, {
      one: 'بقيت محاولة واحدة',
      two: 'بقيت محاولتان',
      few: 'محاولات متبقية',
      many: 'محاولة متبقية',
    })}.`,

  lockedTitle: 'هذا الرابط مقفل',
  locked: (minutes) =>
    `أُدخل تاريخ ميلاد غير صحيح عدة مرات. حاولوا مجددًا بعد ${minutesInArabic(minutes)}، أو اطلبوا إرسال رابط جديد إليكم.`,
  endedTitle: 'لم يعد هذا الرابط صالحًا',
  ended: 'اطلبوا إرسال رابط جديد إلى وسيلة الاتصال المسجلة لدى المختبر، أو اتصلوا بالمختبر.',
  endedByLab: 'ألغى المختبر هذا الرابط.',
  renew: 'إرسال رابط جديد',
  renewedTitle: 'تفقدوا رسائلكم',
  renewed:
    'إذا كانت لدى المختبر وسيلة اتصال بكم وموافقتكم على استخدامها، فسيصلكم رابط جديد. قد يستغرق ذلك بضع دقائق. إذا لم يصلكم شيء، فاتصلوا بالمختبر.',
  withdrawnTitle: 'أُلغي هذا المستند',
  withdrawn: 'يرجى عدم الاعتماد عليه.',
  held: 'تقريركم جاهز. يرجى التواصل مع المختبر.',
  suspended: 'يجري تصحيح هذا التقرير. يرجى التواصل مع المختبر.',

  codeTitle: 'تأكيد هويتكم',
  codeGoesTo: 'حفاظًا على خصوصيتكم، يرسل المختبر رمزًا إلى',
  codeSentTo: 'أرسل المختبر رمزًا إلى',
  code: 'الرمز',
  codeHint: (minutes) => `6 أرقام. الرمز صالح لمدة ${minutesInArabic(minutes)}، ولا يُقبل إلا أحدث رمز.`,
  sendCode: 'إرسال الرمز',
  sendNewCode: 'إرسال رمز جديد',
  confirm: 'تأكيد',
  codeUnavailable: {
    'no-contact': 'يتطلب ذلك رمزًا، وليس لدى المختبر بريد إلكتروني أو رقم هاتف يرسله إليه.',
    'no-consent': 'يتطلب ذلك رمزًا يرسله المختبر إليكم، لكن لا تتوفر لديه وسيلة اتصال وافقتم على استخدامها.',
    'not-set-up': 'يتطلب ذلك رمزًا، ولا يستطيع المختبر إرسال الرموز في الوقت الحالي.',
  },
  codeTooMany: 'أُرسلت رموز كثيرة. استخدموا أحدثها أو حاولوا لاحقًا.',
  codeMalformed: 'أدخلوا أرقام الرمز الستة.',
  codeWrong: 'الرمز غير صحيح أو ليس الأحدث. راجعوا رسائلكم.',
  codeUsedUp: 'لم يعد هذا الرمز صالحًا. اطلبوا إرسال رمز جديد.',

  patient: 'المريض',
  corrected: (day, version) => `صُحّح في ${day}، ويحل محل النسخة ${version}`,
  firstPage: 'الصفحة الأولى من المستند',
  noFirstPage: 'لا تتوفر معاينة لهذا المستند.',
  open: 'فتح',
  download: 'تنزيل',
  moreTitle: 'المزيد',
  allReports: 'جميع مستنداتي',
  patientReports: 'جميع مستندات هذا المريض',
  views: 'من اطّلع على سجلي',
  needsCode: 'يتطلب رمزًا يرسله المختبر إليكم',
  codeCannotBeSent: 'يتطلب رمزًا لا يستطيع المختبر إرساله إليكم',
  passTitle: 'عرض المستند على شخص آخر',
  passLink: 'إثبات صحة هذا المستند',
  checkHint: (host) =>
    `تستطيع جهة عمل أو مدرسة أو منفذ حدودي التحقق من هذا المستند على \u200e${host}/v\u200e باستخدام رمز التحقق:`,
  slip: 'صفحة التحقق للطباعة',
  passHint: 'ولإطلاعهم على المستند الأصلي، زوّدوهم أيضًا برمز اطّلاع.',
  createPass: 'إنشاء رمز اطّلاع',
  createNewPass: 'إنشاء رمز اطّلاع جديد',
  passValid: (minutes) => `يصلح مرة واحدة خلال ${minutesInArabic(minutes)}.`,
  passUsed: (time) => `استُخدم آخر رمز اطّلاع في ${time}.`,
  passWaiting: (time) => `لا يزال رمز الاطّلاع الذي أنشأتموه في ${time} صالحًا. ويحل الرمز الجديد محله.`,
  passTooMany: 'أنشأتم رموز اطّلاع كثيرة. حاولوا مجددًا بعد ساعة.',
  close: 'إغلاق',
  sessionEnds: (idle, longest) =>
    `حفاظًا على خصوصيتكم، سيُطلب تاريخ الميلاد مجددًا بعد ${minutesInArabic(idle)} من دون استخدام، وبعد ${minutesInArabic(longest)} في جميع الأحوال.`,
  stayLonger: 'أحتاج إلى مزيد من الوقت',

  noReports: 'لا توجد مستندات.',
  viewsTitle: 'من اطّلع على سجلي',
  viewsHint: 'جميع مرات اطّلاع موظفي المختبر على سجلكم، الأحدث أولًا.',
  noViews: 'لم تُسجَّل أي عملية اطّلاع.',
  newer: 'الأحدث',
  older: 'الأقدم',
  roles: { Admin: 'مدير النظام', Doctor: 'طبيب', Technician: 'فني مختبر', Receptionist: 'موظف استقبال' },
  otherRole: 'موظف',
  looks: {
    'patient.view': 'الاطّلاع على سجلكم',
    'patient.export': 'تصدير سجلكم',
    'report.view': 'الاطّلاع على مستند',
    'report.preview': 'فتح مستند',
    'report.download': 'تنزيل مستند',
    'record.print': 'طباعة',
  },

  unknownTitle: 'هذا الرابط لا يعمل',
  unknown: 'افتحوا الرابط كاملًا كما ورد في الرسالة، أو اتصلوا بمختبركم.',
  foreignTitle: 'يرجى فتح الرابط مجددًا',
  foreign: 'بقيت هذه الصفحة مفتوحة مدة طويلة، أو أن متصفحكم يمنع ملفات تعريف الارتباط.',
  unreadableTitle: 'تعذّرت معالجة الطلب',
  unreadable: 'يرجى فتح الرابط مجددًا وتكرار ما قمتم به.',
  tooManyTitle: 'محاولات كثيرة',
  tooMany: (minutes) =>
    `جرت محاولات كثيرة من شبكتكم. حاولوا مجددًا بعد ${minutesInArabic(minutes)}، أو اتصلوا بالمختبر.`,
  unavailableTitle: 'يرجى المحاولة لاحقًا',
  unavailable: 'لا يمكن عرض المستند في الوقت الحالي.',
  openAgain: 'فتح الرابط مجددًا',

  codeMail: {
    subject: (lab) => `${lab}: رمز التأكيد`,
    // The page says how long the code works; one SMS has no room for it.
    text: (lab, code) => `${lab}: رمز التأكيد: ${code}. لا تشاركوه مع أحد.`,
  },
}

const TEXTS: Record<Language, LinkTexts> = { en: ENGLISH, ar: ARABIC }

export const textsOf = (language: Language): LinkTexts => TEXTS[language]
