import type { Language } from '@zelab/contract'
import { minutesInArabic, minutesInEnglish } from '../../core/public-page/layout.ts'

const ENGLISH = {
  direction: 'ltr' as 'ltr' | 'rtl',
  otherLanguage: 'العربية',
  questions: 'Questions? Call the lab:',

  checkTitle: 'Check a report',
  checkIntro:
    'Every report has a verification code beside its QR code. It tells whether the report is genuine, and whether there is a newer version.',
  code: 'Verification code',
  codeHint: '26 letters and digits beside the QR code',
  check: 'Check',
  codeMalformed: 'This is not a verification code. Check each of its 26 letters and digits.',

  addressBar: 'Your address bar must read',
  addressBarRest: '. If it reads anything else, do not trust this page.',
  states: {
    current: 'Genuine and current',
    superseded: 'Genuine, but corrected',
    withdrawn: 'Withdrawn',
    suspended: 'Being corrected',
    unknown: 'Not known here',
  },
  current: 'The lab published this report, and it is the newest version.',
  superseded: (day: string, version: number) =>
    `It was corrected on ${day}. Ask for version ${version} and do not rely on this one.`,
  withdrawn: (day: string) => `The lab withdrew this report on ${day}. Do not rely on it.`,
  suspended: 'The lab is correcting this report. Do not rely on it. Please contact the lab.',
  unknown: 'No report here has this code. If it is on a report, the report is not from this system.',
  checkAnother: 'Check another code',
  compareTitle: 'What must be on the report',
  compare:
    'A real code can be copied onto another document. Compare these facts with the report in your hand.',
  accreditation: 'Accreditation',
  report: 'Report number',
  version: 'Version',
  versionOf: (version: number, current: number) => `${version} of ${current}`,
  published: 'Published',
  released: 'Release',
  releasedByTwo: 'Released by two people',
  patient: 'Patient’s initials',
  birthYear: 'Year of birth',
  pages: 'Pages',

  fileTitle: 'Check a file',
  fileHint:
    'Do you have the report as a file? Choose it or drop it here. It stays on your device; only its fingerprint is sent.',
  chooseFile: 'Choose a file',
  fileNeedsScript: 'Comparing a file needs JavaScript, which is turned off in this browser.',
  fileNeedsHttps: 'Comparing a file needs a secure connection (https).',
  fileTooLarge: 'This file is larger than any report.',
  fileUnreadable: 'The file could not be read. Choose it again.',
  fileChecking: 'Comparing …',
  fileFailed: 'The file could not be compared. Try again.',
  fileTooMany: 'Too many look-ups. Try again in a few minutes.',
  fileFindings: {
    'file-matches': 'The file is this version of the report, unchanged.',
    'file-original': 'The file is the original of this version, without the lab’s letterhead.',
    'file-slip':
      'The file is the verification slip of this version. Check the file of the report itself as well.',
    'file-other-version': (version: number) =>
      `The file belongs to this report, but to version ${version}, not to the code you entered.`,
    'file-unknown':
      'The file is not this report. It was changed, or saved again by another program, or it is another document.',
  },
  fileOutdated: 'This version is no longer valid.',

  passTitle: 'See the real report',
  passHint:
    'The patient can open the report on their phone and give you a viewing code of 8 letters and digits.',
  pass: 'Viewing code',
  passOpen: 'Show the report',
  passWrong:
    'This viewing code is wrong, was used, or is older than 10 minutes. Ask the patient for a new one.',

  shownTitle: 'The report, shown by the patient',
  shownUntil: (time: string) =>
    `You can see it until ${time}. The patient and the lab see that it was shown.`,
  open: 'Open the report',
  firstPage: 'First page of the report',

  notFoundTitle: 'There is no such page',
  notFound: 'Enter the verification code of a report.',
  tooManyTitle: 'Too many look-ups',
  tooMany: (minutes: number) =>
    `Too many look-ups came from your network. Try again in ${minutesInEnglish(minutes)}.`,
  unavailableTitle: 'Not available at the moment',
  unavailable: 'The report could not be checked. Try again in a few minutes.',
  unreadableTitle: 'This did not work',
  unreadable: 'Open the page again and repeat what you did.',
}
export type VerificationTexts = typeof ENGLISH

const ARABIC: VerificationTexts = {
  direction: 'rtl',
  otherLanguage: 'English',
  questions: 'لأي استفسار، اتصلوا بالمختبر:',

  checkTitle: 'التحقق من تقرير',
  checkIntro:
    'يحمل كل تقرير رمز تحقق بجانب رمز الاستجابة السريعة (QR). يبيّن هذا الرمز ما إذا كان التقرير أصليًا وما إذا كانت هناك نسخة أحدث.',
  code: 'رمز التحقق',
  codeHint: '26 حرفًا ورقمًا بجانب رمز QR',
  check: 'تحقق',
  codeMalformed: 'هذا ليس رمز تحقق. راجعوا أحرفه وأرقامه الستة والعشرين.',

  addressBar: 'يجب أن يظهر في شريط العنوان',
  addressBarRest: '. إذا ظهر غير ذلك فلا تثقوا بهذه الصفحة.',
  states: {
    current: 'أصلي وهو أحدث نسخة',
    superseded: 'أصلي، لكنه صُحّح',
    withdrawn: 'ملغى',
    suspended: 'قيد التصحيح',
    unknown: 'غير مسجّل في هذا النظام',
  },
  current: 'أصدر المختبر هذا التقرير، وهذه أحدث نسخة منه.',
  superseded: (day, version) => `صُحّح في ${day}. اطلبوا النسخة ${version} ولا تعتمدوا على هذه النسخة.`,
  withdrawn: (day) => `ألغى المختبر هذا التقرير في ${day}. يرجى عدم الاعتماد عليه.`,
  suspended: 'يقوم المختبر بتصحيح هذا التقرير. يُرجى عدم الاعتماد عليه والتواصل مع المختبر.',
  unknown:
    'لا يوجد في هذا النظام تقرير بهذا الرمز. إذا كان الرمز مطبوعًا على تقرير، فذلك التقرير ليس من هذا النظام.',
  checkAnother: 'التحقق من رمز آخر',
  compareTitle: 'البيانات التي يجب أن تظهر في التقرير',
  compare: 'يمكن نسخ رمز صحيح إلى مستند آخر. قارنوا هذه البيانات بالتقرير الذي بين أيديكم.',
  accreditation: 'رقم الاعتماد',
  report: 'رقم التقرير',
  version: 'النسخة',
  versionOf: (version, current) => `${version} من ${current}`,
  published: 'تاريخ الإصدار',
  released: 'الاعتماد',
  releasedByTwo: 'اعتُمد هذا التقرير من شخصين',
  patient: 'الأحرف الأولى من اسم المريض',
  birthYear: 'سنة الميلاد',
  pages: 'عدد الصفحات',

  fileTitle: 'التحقق من ملف',
  fileHint: 'هل لديكم التقرير كملف؟ اختاروه أو اسحبوه إلى هنا. يبقى الملف على جهازكم ولا تُرسل إلا بصمته.',
  chooseFile: 'اختيار ملف',
  fileNeedsScript: 'تحتاج مقارنة الملف إلى JavaScript، وهو معطّل في هذا المتصفح.',
  fileNeedsHttps: 'تحتاج مقارنة الملف إلى اتصال آمن (https).',
  fileTooLarge: 'هذا الملف أكبر من أي تقرير.',
  fileUnreadable: 'تعذّرت قراءة الملف. اختاروه مرة أخرى.',
  fileChecking: 'جارٍ المقارنة …',
  fileFailed: 'تعذّرت مقارنة الملف. حاولوا مجددًا.',
  fileTooMany: 'عمليات تحقق كثيرة. حاولوا مجددًا بعد بضع دقائق.',
  fileFindings: {
    'file-matches': 'الملف هو هذه النسخة من التقرير دون أي تغيير.',
    'file-original': 'هذا هو الملف الأصلي لهذه النسخة، دون ترويسة المختبر.',
    'file-slip': 'الملف هو صفحة التحقق لهذه النسخة. تحققوا من ملف التقرير نفسه أيضًا.',
    'file-other-version': (version) =>
      `الملف من هذا التقرير، لكنه النسخة ${version} وليس النسخة التي أدخلتم رمزها.`,
    'file-unknown': 'الملف ليس هذا التقرير: فقد تغيّر، أو حُفظ ببرنامج آخر، أو هو مستند آخر.',
  },
  fileOutdated: 'لم تعد هذه النسخة صالحة.',

  passTitle: 'الاطّلاع على التقرير الأصلي',
  passHint: 'يستطيع المريض فتح التقرير على هاتفه وتزويدكم برمز اطّلاع من 8 أحرف وأرقام.',
  pass: 'رمز الاطّلاع',
  passOpen: 'عرض التقرير',
  passWrong: 'رمز الاطّلاع غير صحيح، أو استُخدم، أو مضت عليه أكثر من 10 دقائق. اطلبوا من المريض رمزًا جديدًا.',

  shownTitle: 'التقرير كما عرضه المريض',
  shownUntil: (time) => `يمكنكم رؤيته حتى ${time}. يعلم المريض والمختبر أنه عُرض.`,
  open: 'فتح التقرير',
  firstPage: 'الصفحة الأولى من التقرير',

  notFoundTitle: 'الصفحة غير موجودة',
  notFound: 'أدخلوا رمز التحقق من التقرير.',
  tooManyTitle: 'عمليات تحقق كثيرة',
  tooMany: (minutes) => `وردت من شبكتكم عمليات تحقق كثيرة. حاولوا مجددًا بعد ${minutesInArabic(minutes)}.`,
  unavailableTitle: 'غير متاح الآن',
  unavailable: 'تعذّر التحقق من التقرير. حاولوا مجددًا بعد بضع دقائق.',
  unreadableTitle: 'تعذّرت معالجة الطلب',
  unreadable: 'افتحوا الصفحة مرة أخرى وكرروا ما فعلتموه.',
}

const TEXTS: Record<Language, VerificationTexts> = { en: ENGLISH, ar: ARABIC }

export const textsOf = (language: Language): VerificationTexts => TEXTS[language]
