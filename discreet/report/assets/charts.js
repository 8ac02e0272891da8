// Draws the charts of a report from the figures that it holds as JSON. Everything drawn here also stands in a table.
(function () {
'use strict';
const vega = window.discreetVega;
const holder = document.getElementById('charts');
if (!vega || !holder) return;
const kFont = 'system-ui, sans-serif';
const kSeries = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)', 'var(--series-5)', 'var(--series-6)'];

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
  return frame(chart, width, Math.max(60, chart.rows.length * 28), {
    data: [{ name: 'rows', values: chart.rows },
           { name: 'intervals', source: 'rows', transform: [{ type: 'filter', expr: 'isValid(datum.low)' }] }],
    scales: [
      { name: 'x', type: 'linear', range: 'width', zero: true, nice: true,
        domain: { fields: ['value', 'low', 'high'].map((field) => ({ data: 'rows', field })) } },
      { name: 'y', type: 'band', range: 'height', padding: 0.3, domain: { data: 'rows', field: 'label' } }],
    axes: [
      axis('bottom', 'x', chart.x, { grid: true, tickCount: narrow ? 4 : 7, format: percent ? '.0%' : undefined }),
      axis('left', 'y', undefined, { ticks: false, domain: false, labelLimit: narrow ? 120 : 220, labelPadding: 8,
                                     labelColor: 'var(--text)', labelFontSize: 13 })],
    marks: [
      { type: 'rect', from: { data: 'rows' }, encode: { enter: {
        y: { scale: 'y', field: 'label' }, height: { scale: 'y', band: 1 }, x: { scale: 'x', field: 'value' },
        x2: { scale: 'x', value: 0 }, cornerRadius: { value: 2 }, tooltip: { field: 'text' },
        fill: { signal: "datum.value < 0 ? 'var(--below)' : 'var(--accent)'" } } } },
      { type: 'rule', from: { data: 'intervals' }, encode: { enter: {
        y: { scale: 'y', field: 'label', band: 0.5 }, x: { scale: 'x', field: 'low' }, x2: { scale: 'x', field: 'high' },
        stroke: { value: 'var(--text)' }, strokeWidth: { value: 2 } } } },
      ...['low', 'high'].map((end) => ({ type: 'rule', from: { data: 'intervals' }, encode: { enter: {
        y: { scale: 'y', field: 'label', band: 0.3 }, y2: { scale: 'y', field: 'label', band: 0.7 },
        x: { scale: 'x', field: end }, stroke: { value: 'var(--text)' }, strokeWidth: { value: 2 } } } })),
      { type: 'rule', encode: { enter: { x: { scale: 'x', value: 0 }, y: { value: 0 }, y2: { signal: 'height' },
        stroke: { value: 'var(--quiet)' } } } }],
  });
}

// Lines or points over two numbers, one colour and one shape for each series, with a band or whiskers where it is known.
function curves(chart, width) {
  const points = chart.kind === 'points';
  const names = [...new Set(chart.rows.map((row) => row.series))];
  const scale = (name, range, log) => ({ name, type: log ? 'log' : 'linear', range, nice: !log, zero: false, padding: points ? 16 : 4, domain: {
    fields: (name === 'x' ? ['x'] : ['y', 'low', 'high']).map((field) => ({ data: 'rows', field })) } });
  const at = (field) => ({ scale: 'y', field });
  const colour = { scale: 'colour', field: 'series' };
  const few = chart.rows.length <= 60;
  const inside = [
    ...(points ? [
      { type: 'rule', from: { data: 'part' }, encode: { enter: {
        x: { scale: 'x', field: 'x' }, y: at('low'), y2: at('high'), stroke: colour, strokeWidth: { value: 2 } } } },
    ] : [
      { type: 'area', from: { data: 'part' }, encode: { enter: {
        x: { scale: 'x', field: 'x' }, y: at('low'), y2: at('high'), fill: colour, fillOpacity: { value: 0.18 } } } },
      { type: 'line', from: { data: 'part' }, encode: { enter: {
        x: { scale: 'x', field: 'x' }, y: at('y'), stroke: colour, strokeWidth: { value: 2 } } } }]),
    ...(points || few ? [{ type: 'symbol', from: { data: 'part' }, encode: { enter: {
      x: { scale: 'x', field: 'x' }, y: at('y'), fill: colour, size: { value: points ? 90 : 50 },
      shape: { scale: 'shape', field: 'series' }, tooltip: { field: 'text' } } } }] : []),
  ];
  const mark = chart.mark === undefined ? [] : [
    { type: 'rule', encode: { enter: { x: { scale: 'x', value: chart.mark }, y: { value: 0 }, y2: { signal: 'height' },
      stroke: { value: 'var(--text)' }, strokeDash: { value: [4, 4] } } } },
    { type: 'text', encode: { enter: { x: { scale: 'x', value: chart.mark, offset: 6 }, y: { value: 4 }, baseline: { value: 'top' },
      text: { value: chart.mark_text }, fill: { value: 'var(--text)' }, font: { value: kFont }, fontSize: { value: 12 } } } }];
  return frame(chart, width, width < 480 ? 240 : 300, {
    data: [{ name: 'rows', values: chart.rows }],
    scales: [scale('x', 'width', chart.log_x), scale('y', 'height', chart.log_y),
             { name: 'colour', type: 'ordinal', domain: names, range: kSeries },
             { name: 'shape', type: 'ordinal', domain: names,
               range: ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down'] }],
    axes: [axis('bottom', 'x', chart.x, { grid: true, values: chart.ticks, labelExpr: kShort, tickCount: width < 480 ? 4 : 7 }),
           axis('left', 'y', chart.y, { grid: true, tickCount: 5, values: chart.ticks_y, labelExpr: kShort })],
    marks: [{ type: 'group', from: { facet: { name: 'part', data: 'rows', groupby: 'series' } }, marks: inside }, ...mark],
    legends: names.length < 2 ? [] : [{ fill: 'colour', shape: 'shape', orient: 'bottom', direction: 'horizontal',
      columns: width < 480 ? 1 : 3, labelColor: 'var(--text)', labelFont: kFont, labelFontSize: 12, labelLimit: width - 60,
      symbolSize: 80 }],
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
                         { container: place, renderer: 'svg', expr: vega.interpreter, hover: false });
    view.run();
    place.closest('section').classList.add('drawn');
  };
  redraw();
  new ResizeObserver(() => requestAnimationFrame(redraw)).observe(place);
}

for (const chart of JSON.parse(holder.textContent)) draw(chart);
})();
