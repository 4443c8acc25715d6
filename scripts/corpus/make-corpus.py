#!/usr/bin/env python3
"""
Makes the documents on which the matching of the inbox is measured: reports as different programs produce them.

    python3 scripts/corpus/make-corpus.py

Needs Debian's libreoffice-writer-nogui, chromium, weasyprint, wkhtmltopdf, texlive-latex-base, groff, ghostscript,
python3-reportlab, tesseract-ocr with tesseract-ocr-ara, img2pdf, poppler-utils, imagemagick and the fonts of
fonts-noto-core. Writes apps/api/src/testing/corpus/*.pdf and documents.json. Patients are those of patients.json.
"""
import html
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent.parent / 'apps/api/src/testing/corpus'
PATIENTS = {one['key']: one for one in json.loads((TARGET / 'patients.json').read_text())}
DOCUMENTS = []


def run(*command, **options):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120, **options)


def slashed(date):
    year, month, day = date.split('-')
    return f'{day}/{month}/{year}'


def labeled(key, **changes):
    """The lines that name a patient, as most laboratories print them."""
    one = {**PATIENTS[key], **changes}
    lines = [('Patient Name', one['fullName']), ('Date of Birth', one['dateOfBirth'])]
    if one.get('emrId'):
        lines.append(('MRN', one['emrId']))
    else:
        lines.append(('Patient ID', f"ZL-{one['id']}"))
    return lines


def arabic(key):
    one = PATIENTS[key]
    return [
        ('اسم المريض', one['fullName']),
        ('تاريخ الميلاد', one['dateOfBirth']),
        ('رقم الملف', one['emrId']),
    ]


def bilingual(key):
    one = PATIENTS[key]
    return [
        ('Patient Name', one['fullName']),
        ('الاسم', one['fullName']),
        ('Date of Birth', slashed(one['dateOfBirth'])),
        ('MRN', one['emrId']),
    ]


RESULTS = [('Hemoglobin', '13.4 g/dL', '12.0 - 15.5'), ('Leukocytes', '6.1 10^9/L', '4.0 - 10.0'), ('Platelets', '244 10^9/L', '150 - 400')]


def page_of(fields, title='Complete Blood Count', extra=()):
    return {'title': title, 'fields': list(fields), 'extra': list(extra)}


def html_of(pages, columns=False):
    body = []
    for number, page in enumerate(pages):
        style = '' if number == 0 else ' style="page-break-before: always"'
        body.append(f'<h2{style}>{html.escape(page["title"])}</h2>')
        if columns:
            cells = ''.join(f'<tr><td>{html.escape(a)}</td><td>{html.escape(b)}</td></tr>' for a, b in page['fields'])
            body.append(f'<table>{cells}</table>')
        else:
            body += [f'<p>{html.escape(a)}: {html.escape(b)}</p>' for a, b in page['fields']]
        body += [f'<p>{html.escape(line)}</p>' for line in page['extra']]
        rows = ''.join(f'<tr><td>{a}</td><td>{b}</td><td>{c}</td></tr>' for a, b, c in RESULTS)
        body.append(f'<table>{rows}</table>')
    return (
        '<!doctype html><html><head><meta charset="utf-8"><style>body{font-family:"Noto Sans","Noto Sans Arabic",sans-serif;font-size:11pt}'
        'td{padding-right:2em}</style></head><body>' + ''.join(body) + '</body></html>'
    )


def by_html(program):
    def make(pages, target, columns=False):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / 'report.html'
            source.write_text(html_of(pages, columns))
            program(source, target)
    return make


def libreoffice(source, target):
    run('soffice', '--headless', f'-env:UserInstallation=file://{source.parent}/profile', '--infilter=HTML (StarWriter)', '--convert-to', 'pdf:writer_pdf_Export', '--outdir', str(source.parent), str(source))
    shutil.copy(source.with_suffix('.pdf'), target)


def chromium(source, target):
    run('chromium', '--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer', f'--print-to-pdf={target}', source.as_uri())


def weasyprint(source, target):
    run('weasyprint', str(source), str(target))


def wkhtmltopdf(source, target):
    run('wkhtmltopdf', '-q', '--encoding', 'utf-8', str(source), str(target), env={**os.environ, 'QT_QPA_PLATFORM': 'offscreen'})


def tex(text):
    return ''.join({'&': r'\&', '%': r'\%', '_': r'\_', '#': r'\#', '^': r'\^{}'}.get(one, one) for one in text)


def pdftex(pages, target, columns=False):
    lines = [r'\documentclass{article}\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\pagestyle{empty}\begin{document}']
    for number, page in enumerate(pages):
        if number:
            lines.append(r'\newpage')
        lines.append(r'\section*{' + tex(page['title']) + '}')
        if columns:
            rows = r'\\'.join(f'{tex(a)} & {tex(b)}' for a, b in page['fields'])
            lines.append(r'\begin{tabular}{p{4cm}p{8cm}}' + rows + r'\end{tabular}' + '\n')
        else:
            lines += [f'{tex(a)}: {tex(b)}\n' for a, b in page['fields']]
        lines += [tex(line) + '\n' for line in page['extra']]
        lines.append(r'\begin{tabular}{lll}' + r'\\'.join(' & '.join(tex(one) for one in row) for row in RESULTS) + r'\end{tabular}')
    lines.append(r'\end{document}')
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / 'report.tex').write_text('\n'.join(lines))
        run('pdflatex', '-interaction=batchmode', 'report.tex', cwd=folder)
        shutil.copy(Path(folder) / 'report.pdf', target)


def reportlab(pages, target, columns=False):
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen import canvas
    pdfmetrics.registerFont(TTFont('Noto', '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf'))
    sheet = canvas.Canvas(str(target), pagesize=A4)
    for page in pages:
        sheet.setFont('Noto', 14)
        sheet.drawString(60, 780, page['title'])
        sheet.setFont('Noto', 10)
        y = 750
        for label, value in page['fields']:
            if columns:
                sheet.drawString(60, y, label)
                sheet.drawString(220, y, value)
            else:
                sheet.drawString(60, y, f'{label}: {value}')
            y -= 16
        for line in page['extra']:
            sheet.drawString(60, y, line)
            y -= 16
        for row in RESULTS:
            y -= 16
            for index, text in enumerate(row):
                sheet.drawString(60 + 150 * index, y, text)
        sheet.showPage()
    sheet.save()


def text_of(pages, columns=False):
    blocks = []
    for page in pages:
        fields = [f'{a:<24}{b}' if columns else f'{a}: {b}' for a, b in page['fields']]
        results = [f'{a:<20}{b:<16}{c}' for a, b, c in RESULTS]
        blocks.append('\n'.join([page['title'], '', *fields, *page['extra'], '', *results]))
    return '\f'.join(blocks)


def ghostscript(pages, target, columns=False):
    """Plain text as an older analyzer prints it, through PostScript."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / 'report.txt'
        source.write_text(text_of(pages, columns), encoding='latin-1', errors='replace')
        run('enscript', '-B', '-q', '-X', '88591', '-o', f'{folder}/report.ps', str(source))
        run('ps2pdf', f'{folder}/report.ps', str(target))


def groff(pages, target, columns=False):
    blocks = []
    for page in pages:
        lines = [f'{a}\\0\\0\\0{b}' if columns else f'{a}: {b}' for a, b in page['fields']]
        blocks.append('\n.br\n'.join([page['title'], *lines, *page['extra'], *[' '.join(row) for row in RESULTS]]))
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / 'report.ms'
        source.write_text('\n.bp\n'.join(blocks) + '\n')
        with open(f'{folder}/report.ps', 'wb') as out:
            subprocess.run(['groff', '-K', 'utf8', '-T', 'ps', str(source)], check=True, stdout=out, stderr=subprocess.DEVNULL)
        run('ps2pdf', f'{folder}/report.ps', str(target))


def images_of(pages, folder, columns):
    weasy = Path(folder) / 'plain.pdf'
    by_html(weasyprint)(pages, weasy, columns)
    run('pdftoppm', '-r', '150', '-gray', '-png', str(weasy), f'{folder}/page')
    return sorted(Path(folder).glob('page*.png'))


def scan_with_text(pages, target, columns=False):
    """A scanned sheet, slightly turned, with the text layer of an OCR program."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, image in enumerate(images_of(pages, folder, columns)):
            turned = f'{folder}/turned-{number}.jpg'
            run('convert', str(image), '-rotate', '0.4', '-attenuate', '0.2', '+noise', 'Gaussian', '-quality', '45', turned)
            names.append(turned)
        listing = Path(folder) / 'list.txt'
        listing.write_text('\n'.join(names))
        run('tesseract', str(listing), f'{folder}/scan', '-l', 'eng', 'pdf')
        shutil.copy(f'{folder}/scan.pdf', target)


def scan_without_text(pages, target, columns=False):
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, image in enumerate(images_of(pages, folder, columns)):
            small = f'{folder}/small-{number}.jpg'
            run('convert', str(image), '-resize', '60%', '-quality', '40', small)
            names.append(small)
        run('img2pdf', *names, '-o', str(target))


PROGRAMS = {
    'libreoffice': by_html(libreoffice),
    'chromium': by_html(chromium),
    'weasyprint': by_html(weasyprint),
    'wkhtmltopdf': by_html(wkhtmltopdf),
    'pdftex': pdftex,
    'reportlab': reportlab,
    'ghostscript': ghostscript,
    'groff': groff,
    'scan-with-text': scan_with_text,
    'scan-without-text': scan_without_text,
}


def add(program, name, pages, patient=None, columns=False, file_name=None):
    """patient: whose report it is; None when it is nobody's, or that of more than one."""
    file = f'{program}-{name}.pdf'
    PROGRAMS[program](pages, TARGET / file, columns)
    DOCUMENTS.append({'file': file, 'fileName': file_name or file, 'program': program, 'patient': patient})
    print(file)


def main():
    for old in TARGET.glob('*.pdf'):
        old.unlink()
    everywhere = ['libreoffice', 'chromium', 'weasyprint', 'wkhtmltopdf', 'pdftex', 'reportlab', 'ghostscript', 'groff', 'scan-with-text']
    # One ordinary report of each program, as lines and as two columns.
    for number, program in enumerate(everywhere):
        key = ['layla', 'omar', 'mohammed', 'anna'][number % 4]
        add(program, 'lines', [page_of(labeled(key))], key)
        add(program, 'columns', [page_of(labeled(['omar', 'wei', 'layla', 'fatima'][number % 4]))], ['omar', 'wei', 'layla', 'fatima'][number % 4], columns=True)
    # Names in Arabic and in both scripts.
    for program in ['libreoffice', 'chromium', 'weasyprint', 'wkhtmltopdf']:
        add(program, 'arabic', [page_of(arabic('laila'), 'صورة الدم الكاملة')], 'laila')
        add(program, 'mixed', [page_of(bilingual('laila'))], 'laila')
    # Two patients in one file, on one page and on two.
    for program in ['libreoffice', 'chromium', 'pdftex', 'reportlab', 'scan-with-text']:
        add(program, 'two-pages', [page_of(labeled('layla')), page_of(labeled('omar'))])
    for program in ['weasyprint', 'groff', 'ghostscript']:
        add(program, 'two-on-page', [page_of(labeled('layla') + labeled('wei'))])
    # The second patient stands on a page that is not read.
    add('reportlab', 'twelve-pages', [page_of(labeled('layla'))] * 11 + [page_of(labeled('omar'))])
    add('pdftex', 'second-without-text', [page_of(labeled('omar')), page_of([], 'Continued')], 'omar')
    # No text at all, and no patient.
    for key in ['layla', 'omar', 'wei']:
        add('scan-without-text', key, [page_of(labeled(key))], key)
    add('scan-without-text', 'named-file', [page_of(labeled('anna'))], 'anna', file_name="55012_Anna-Maria O'Neill_2001-12-31.pdf")
    add('chromium', 'invoice', [page_of([('Invoice', '2026-118'), ('Amount', '340.00')], 'Invoice')])
    add('libreoffice', 'leaflet', [page_of([], 'How to prepare for a blood test', ['Do not eat for twelve hours.'])])
    # What differs.
    add('reportlab', 'wrong-birth', [page_of(labeled('layla', dateOfBirth='1991-05-01'))], 'layla')
    add('weasyprint', 'wrong-number', [page_of(labeled('layla', emrId=PATIENTS['omar']['emrId']))])
    add('chromium', 'wrong-name', [page_of(labeled('wei', fullName='Huang Min'))])
    add('pdftex', 'name-only', [page_of([('Patient Name', 'Omar Saleh')])], 'omar')
    add('groff', 'number-only', [page_of([('MRN', PATIENTS['wei']['emrId'])])], 'wei')
    add('libreoffice', 'unknown', [page_of([('Patient Name', 'Sara Unknown'), ('Date of Birth', '1977-07-07'), ('MRN', 'EMR-7777')])])
    # Almost the same people: namesakes and sisters born on one day.
    for program in ['chromium', 'reportlab', 'libreoffice']:
        add(program, 'namesake', [page_of(labeled('mohammed2'))], 'mohammed2')
        add(program, 'sister', [page_of(labeled('fatma'))], 'fatma')
    add('weasyprint', 'namesake-without-number', [page_of(labeled('mohammed')[:2])])
    # A doctor and a guardian who are patients as well.
    add('pdftex', 'doctor', [page_of(labeled('wei') + [('Referring Doctor', 'Dr. Omar Saleh')])], 'wei')
    add('chromium', 'guardian', [page_of(labeled('fatima') + [('Guardian', 'Layla Al Haddad')])], 'fatima')
    # Accents, titles, initials, dates in words, and ZL ids.
    for program in ['libreoffice', 'weasyprint', 'reportlab']:
        add(program, 'accents', [page_of(labeled('jose', fullName='Mr. José García Márquez'))], 'jose')
    add('pdftex', 'initial', [page_of(labeled('anna', fullName="Anna M. O'Neill"))], 'anna')
    add('chromium', 'date-in-words', [page_of(labeled('omar', dateOfBirth='3 February 1971'))], 'omar')
    add('reportlab', 'slashed-date', [page_of(labeled('omar', dateOfBirth='03/02/1971'))], 'omar')
    for program in ['chromium', 'pdftex', 'ghostscript']:
        add(program, 'zl-id', [page_of(labeled('noor'))], 'noor')
    (TARGET / 'documents.json').write_text(json.dumps(DOCUMENTS, ensure_ascii=False, indent=2) + '\n')
    print(len(DOCUMENTS), 'documents')


if __name__ == '__main__':
    main()
