/** Of the link to a visit. */
export const VISIT_ENGLISH = {
  expectedTitle: 'Your document is being prepared',
  expectedBy: (time: string) => `It is expected by ${time}.`,
  expectedLate: 'It takes longer than expected.',
  expectedUnknown: 'The lab has not said when it will be ready.',
  expectedHint: 'Keep this link: the document opens here with your date of birth.',
  visitTitle: 'Your documents',
  visitBack: 'All documents of this visit',
  readyOf: (ready: number, all: number) =>
    `${ready} of ${all} documents ${ready === 1 ? 'is' : 'are'} ready.`,
  othersBy: (count: number, time: string) =>
    `The other ${count === 1 ? 'document is' : 'documents are'} expected by ${time}.`,
  othersLate: (count: number): string =>
    count === 1
      ? 'The other document takes longer than expected.'
      : 'The other documents take longer than expected.',
  othersUnknown: (count: number) =>
    `The lab has not said when the other ${count === 1 ? 'document' : 'documents'} will be ready.`,
  otherHeld: 'Another document is ready. Please contact the lab.',
  otherSuspended: 'Another document is being corrected. Please contact the lab.',
  expiredTitle: 'This link has expired',
  expired: 'It worked for the days that the lab gives to its links.',
  replaced: 'The lab has made a newer slip for this visit. Use the link on that slip.',
}

export const VISIT_ARABIC: typeof VISIT_ENGLISH = {
  expectedTitle: 'يجري إعداد مستندكم',
  expectedBy: (time) => `يُتوقع أن يكون جاهزًا بحلول ${time}.`,
  expectedLate: 'يستغرق الأمر وقتًا أطول من المتوقع.',
  expectedUnknown: 'لم يحدد المختبر موعد جاهزيته.',
  expectedHint: 'احتفظوا بهذا الرابط: سيُفتح المستند هنا بتاريخ ميلادكم.',
  visitTitle: 'مستنداتكم',
  visitBack: 'جميع مستندات هذه الزيارة',
  readyOf: (ready, all) => `المستندات الجاهزة: ${ready} من ${all}.`,
  othersBy: (_count, time) => `يُتوقع أن يجهز الباقي بحلول ${time}.`,
  othersLate: () => 'يستغرق الباقي وقتًا أطول من المتوقع.',
  othersUnknown: () => 'لم يحدد المختبر موعد جاهزية الباقي.',
  otherHeld: 'هناك مستند آخر جاهز. يرجى التواصل مع المختبر.',
  otherSuspended: 'يجري تصحيح مستند آخر. يرجى التواصل مع المختبر.',
  expiredTitle: 'انتهت صلاحية هذا الرابط',
  expired: 'انقضت المدة التي يحددها المختبر لروابطه.',
  replaced: 'أصدر المختبر ورقة أحدث لهذه الزيارة. استخدموا الرابط المطبوع عليها.',
}
