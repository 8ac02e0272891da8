// Draws the charts of a report from the figures that it holds as JSON. Everything drawn here also stands in a table.
(function () {
'use strict';
// What is folded away is printed all the same.
const folded = [];
window.addEventListener('beforeprint', () => {
  for (const part of document.querySelectorAll('details:not([open])')) { part.open = true; folded.push(part); }
});
window.addEventListener('afterprint', () => { for (const part of folded.splice(0)) part.open = false; });
const vega = window.discreetVega;
const holder = document.getElementById('charts');
if (!vega || !holder) return;
const kFont = 'system-ui, sans-serif';
const kColours = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)', 'var(--series-5)', 'var(--series-6)'];
const kShapes = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down'];
const kDashes = [[1, 0], [7, 3], [2, 3], [9, 3, 2, 3]];

// One look for each series of the page, the same in all its charts: a colour, and with it a dash and a shape that its
// namesakes do not have. 24 of them; a page has no more.
const kCharts = JSON.parse(holder.textContent);
const seriesOf = (chart) => [...new Set(chart.rows.map((row) => row.series))];
const kNames = [...new Set(kCharts.filter((chart) => chart.kind !== 'bars' && seriesOf(chart).length > 1).flatMap(seriesOf))];
const look = (k) => ({ colour: kColours[k % 6], dash: kDashes[Math.floor(k / 6) % 4], shape: kShapes[(k + Math.floor(k / 6)) % 6] });

// Ticks that a logarithmic axis leaves unlabelled stay so.
const kShort = "datum.label && format(datum.value, datum.value != 0 && abs(datum.value) < 0.001 ? '~e' : '~r')";

const axis = (orient, scale, title, extra) => Object.assign({
  orient, scale, title, domainColor: 'var(--line)', tickColor: 'var(--line)', gridColor: 'var(--line)', gridOpacity: 0.6,
  labelColor: 'var(--quiet)', titleColor: 'var(--quiet)', labelFont: kFont, titleFont: kFont, labelFontSize: 12,
  titleFontSize: 12, titleFontWeight: 'normal', titlePadding: 8, labelOverlap: true,
}, extra);

const frame = (chart, width, height, rest) => Object.assign({
  $schema: 'https://vega.github.io/schema/vega/v5.json', description: chart.title, width, height, padding: 4,
  autosize: { type: 'fit-x', contains: 'padding' },
}, rest);

// Bars along one axis, with an interval over each where it is known.
function bars(chart, width) {
  const narrow = width < 480;
  const percent = chart.format === 'percent';
  // A narrow screen has no room for names beside the bars: they stand above them, whole.
  const bar = narrow ? { y: 0.5, height: 0.5 } : { y: 0, height: 1 };
  const across = (from, to) => ({ y: { scale: 'y', field: 'label', band: bar.y + from * bar.height },
                                  y2: { scale: 'y', field: 'label', band: bar.y + to * bar.height } });
  return frame(chart, width, Math.max(60, chart.rows.length * (narrow ? 46 : 28)), {
    data: [{ name: 'rows', values: chart.rows },
           { name: 'intervals', source: 'rows', transform: [{ type: 'filter', expr: 'isValid(datum.low)' }] }],
    scales: [
      { name: 'x', type: 'linear', range: 'width', zero: true, nice: true,
        domain: { fields: ['value', 'low', 'high'].map((field) => ({ data: 'rows', field })) } },
      { name: 'y', type: 'band', range: 'height', padding: 0.3, domain: { data: 'rows', field: 'label' } }],
    axes: [
      axis('bottom', 'x', chart.x, { grid: true, tickCount: narrow ? 4 : 7, format: percent ? '.0%' : undefined }),
      ...(narrow ? [] : [axis('left', 'y', undefined, { ticks: false, domain: false, labelLimit: 260, labelPadding: 8,
                                                        labelColor: 'var(--text)', labelFontSize: 13 })])],
    marks: [
      { type: 'rect', from: { data: 'rows' }, encode: { enter: {
        ...across(0, 1), x: { scale: 'x', field: 'value' },
        x2: { scale: 'x', value: 0 }, cornerRadius: { value: 2 }, tooltip: { field: 'text' },
        fill: { signal: "datum.value < 0 ? 'var(--below)' : 'var(--accent)'" } } } },
      { type: 'rule', from: { data: 'intervals' }, encode: { enter: {
        y: across(0.5, 1).y, x: { scale: 'x', field: 'low' }, x2: { scale: 'x', field: 'high' },
        stroke: { value: 'var(--text)' }, strokeWidth: { value: 2 } } } },
      ...['low', 'high'].map((end) => ({ type: 'rule', from: { data: 'intervals' }, encode: { enter: {
        ...across(0.3, 0.7),
        x: { scale: 'x', field: end }, stroke: { value: 'var(--text)' }, strokeWidth: { value: 2 } } } })),
      { type: 'rule', encode: { enter: { x: { scale: 'x', value: 0 }, y: { value: 0 }, y2: { signal: 'height' },
        stroke: { value: 'var(--quiet)' } } } },
      ...(narrow ? [{ type: 'text', from: { data: 'rows' }, encode: { enter: {
        x: { value: 0 }, y: { scale: 'y', field: 'label', band: 0.25 }, baseline: { value: 'middle' }, text: { field: 'label' },
        limit: { value: width }, fill: { value: 'var(--text)' }, font: { value: kFont }, fontSize: { value: 12 } } } }] : [])],
  });
}

// Lines or points over two numbers, with the look of each series, and a band or whiskers where it is known.
function curves(chart, width) {
  const points = chart.kind === 'points';
  const names = seriesOf(chart), all = names.length > 1 ? kNames : names, looks = all.map((_, k) => look(k));
  const wordy = Math.max(...names.map((name) => String(name).length));
  const columns = Math.max(1, Math.min(4, Math.floor(width / (7 * wordy + 40))));
  const scale = (name, range, log) => ({ name, type: log ? 'log' : 'linear', range, nice: !log, zero: false, padding: points ? 16 : 4, domain: {
    fields: (name === 'x' ? ['x'] : ['y', 'low', 'high']).map((field) => ({ data: 'rows', field })) } });
  const at = (field) => ({ scale: 'y', field });
  const colour = { scale: 'colour', field: 'series' };
  const few = chart.rows.length <= 60;  // as in comparison_parts.cpp
  const inside = [
    ...(points ? [
      { type: 'rule', from: { data: 'part' }, encode: { enter: {
        x: { scale: 'x', field: 'x' }, y: at('low'), y2: at('high'), stroke: colour, strokeWidth: { value: 2 } } } },
    ] : [
      { type: 'area', from: { data: 'part' }, encode: { enter: {
        x: { scale: 'x', field: 'x' }, y: at('low'), y2: at('high'), fill: colour, fillOpacity: { value: 0.18 } } } },
      { type: 'line', from: { data: 'part' }, encode: { enter: {
        x: { scale: 'x', field: 'x' }, y: at('y'), stroke: colour, strokeWidth: { value: 2 },
        strokeDash: { scale: 'dash', field: 'series' } } } }]),
    ...(points || few ? [{ type: 'symbol', from: { data: 'part' }, encode: { enter: {
      x: { scale: 'x', field: 'x' }, y: at('y'), fill: colour, size: { value: points ? 90 : 50 },
      shape: { scale: 'shape', field: 'series' }, tooltip: { field: 'text' } } } }] : []),
  ];
  const xs = chart.rows.map((row) => row.x), least = Math.min(...xs), most = Math.max(...xs);
  const beyond = chart.log_x ? Math.log(chart.mark / least) > 0.6 * Math.log(most / least) : chart.mark - least > 0.6 * (most - least);
  // A line of one point would not be seen.
  const alone = points || few ? [] : chart.rows.filter((row) => chart.rows.every((other) => other === row || other.series !== row.series));
  const dots = { type: 'symbol', from: { data: 'alone' }, encode: { enter: {
    x: { scale: 'x', field: 'x' }, y: at('y'), fill: colour, size: { value: 50 }, shape: { scale: 'shape', field: 'series' } } } };
  const mark = chart.mark === undefined ? [] : [
    { type: 'rule', encode: { enter: { x: { scale: 'x', value: chart.mark }, y: { value: 0 }, y2: { signal: 'height' },
      stroke: { value: 'var(--text)' }, strokeDash: { value: [4, 4] } } } },
    { type: 'text', encode: { enter: { x: { scale: 'x', value: chart.mark, offset: beyond ? -6 : 6 }, y: { value: 4 },
      baseline: { value: 'top' }, align: { value: beyond ? 'right' : 'left' },
      text: { value: chart.mark_text }, fill: { value: 'var(--text)' }, font: { value: kFont }, fontSize: { value: 12 } } } }];
  return frame(chart, width, width < 480 ? 240 : 300, {
    data: [{ name: 'rows', values: chart.rows }, { name: 'alone', values: alone }],
    scales: [scale('x', 'width', chart.log_x), scale('y', 'height', chart.log_y),
             ...['colour', 'dash', 'shape'].map((name) => ({ name, type: 'ordinal', domain: all, range: looks.map((one) => one[name]) }))],
    axes: [axis('bottom', 'x', chart.x, { grid: true, values: chart.ticks, labelExpr: kShort, tickCount: width < 480 ? 4 : 7 }),
           axis('left', 'y', chart.y, { grid: true, tickCount: 5, values: chart.ticks_y, labelExpr: kShort })],
    marks: [{ type: 'group', from: { facet: { name: 'part', data: 'rows', groupby: 'series' } }, marks: inside }, dots, ...mark],
    legends: names.length < 2 ? [] : [Object.assign({ orient: 'bottom', direction: 'horizontal', columns, values: names,
      labelColor: 'var(--text)', labelFont: kFont, labelFontSize: 12, labelLimit: width - 60 },
      points || few ? { fill: 'colour', shape: 'shape', symbolSize: 80 }
        : { stroke: 'colour', strokeDash: 'dash', symbolType: 'stroke', symbolSize: 500, symbolStrokeWidth: 2 })],
  });
}

function draw(chart) {
  const place = document.getElementById('chart-' + chart.id);
  if (!place) return;
  place.closest('figure').hidden = false;
  let drawn = 0, view = null;
  const redraw = () => {
    const width = Math.floor(place.clientWidth);
    if (width < 50 || width === drawn) return;
    drawn = width;
    if (view) view.finalize();
    const spec = chart.kind === 'bars' ? bars(chart, width) : curves(chart, width);
    view = new vega.View(vega.parse(spec, null, { ast: true }),
                         { container: place.firstElementChild, renderer: 'svg', expr: vega.interpreter, hover: false });
    view.run();
    place.closest('section').classList.add('drawn');
  };
  redraw();
  new ResizeObserver(() => requestAnimationFrame(redraw)).observe(place);
}

for (const chart of kCharts) draw(chart);
})();
