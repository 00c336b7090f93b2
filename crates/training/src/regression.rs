//! Ridge regression with sparse features: zeros or small counts.

/// Samples: each row lists features, counted once per occurrence, and has a target.
#[derive(Default)]
pub(crate) struct Samples {
    /// Features per row, with repetitions.
    width: usize,
    features: Vec<u32>,
    targets: Vec<f32>,
}

impl Samples {
    /// No samples yet; rows will have `width` features.
    pub(crate) fn new(width: usize) -> Self {
        Self {
            width,
            ..Self::default()
        }
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, features: impl IntoIterator<Item = u32>, target: f32) {
        self.features.extend(features);
        self.targets.push(target);
        debug_assert_eq!(self.features.len(), self.width * self.targets.len());
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.targets.len()
    }

    fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.features.chunks_exact(self.width)
    }

    /// Predictions of `weights` for all rows.
    fn predictions<'a>(&'a self, weights: &'a [f32]) -> impl Iterator<Item = f32> + 'a {
        self.rows()
            .map(|row| row.iter().map(|feature| weights[*feature as usize]).sum())
    }

    /// Mean of the squared errors.
    pub(crate) fn mean_square_error(&self, weights: &[f32]) -> f64 {
        let errors = self.predictions(weights).zip(&self.targets);
        let squares = errors.map(|(found, target)| f64::from(found - target).powi(2));
        squares.sum::<f64>() / self.len().max(1) as f64
    }

    /// Standard deviation of the targets.
    pub(crate) fn spread(&self) -> f64 {
        let count = self.len().max(1) as f64;
        let mean = self.targets.iter().map(|t| f64::from(*t)).sum::<f64>() / count;
        let squares = self.targets.iter().map(|t| (f64::from(*t) - mean).powi(2));
        (squares.sum::<f64>() / count).sqrt()
    }

    /// Weights that approximately minimize the squared errors plus `ridge` times the squared
    /// distance from `start`: `steps` steps of conjugate gradients, preconditioned with the
    /// frequencies of the features.
    pub(crate) fn fit(&self, start: &[f32], ridge: f32, steps: usize) -> Vec<f32> {
        let mut scale = vec![ridge; start.len()];
        for feature in &self.features {
            scale[*feature as usize] += 1.0;
        }
        let errors: Vec<f32> = self
            .predictions(start)
            .zip(&self.targets)
            .map(|(found, target)| target - found)
            .collect();
        let mut change = vec![0.0_f32; start.len()];
        let mut residual = vec![0.0_f32; start.len()];
        for (row, error) in self.rows().zip(&errors) {
            for feature in row {
                residual[*feature as usize] += error;
            }
        }
        let rescale = |residual: &[f32], scaled: &mut [f32]| {
            for ((scaled, residual), scale) in scaled.iter_mut().zip(residual).zip(&scale) {
                *scaled = residual / scale;
            }
        };
        let mut scaled = vec![0.0_f32; start.len()];
        rescale(&residual, &mut scaled);
        let mut direction = scaled.clone();
        let mut image = vec![0.0_f32; start.len()];
        let mut size = dot(&residual, &scaled);
        let enough = size * 1e-8;
        for _ in 0..steps {
            if size <= enough {
                break;
            }
            for (image, direction) in image.iter_mut().zip(&direction) {
                *image = ridge * direction;
            }
            for row in self.rows() {
                let sum: f32 = row.iter().map(|feature| direction[*feature as usize]).sum();
                for feature in row {
                    image[*feature as usize] += sum;
                }
            }
            let length = (size / dot(&direction, &image)) as f32;
            for (change, direction) in change.iter_mut().zip(&direction) {
                *change += length * direction;
            }
            for (residual, image) in residual.iter_mut().zip(&image) {
                *residual -= length * image;
            }
            rescale(&residual, &mut scaled);
            let before = size;
            size = dot(&residual, &scaled);
            let keep = (size / before) as f32;
            for (direction, fresh) in direction.iter_mut().zip(&scaled) {
                *direction = fresh + keep * *direction;
            }
        }
        let pairs = start.iter().zip(&change);
        pairs.map(|(start, change)| start + change).collect()
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    let products = a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b));
    products.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linear_target_is_found() {
        let truth = [1.5_f32, -2.0, 0.25, 4.0];
        let mut samples = Samples::new(2);
        for a in 0..4 {
            for b in 0..4 {
                samples.push([a, b], truth[a as usize] + truth[b as usize]);
            }
        }
        let found = samples.fit(&[0.0; 4], 1e-4, 20);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 1e-2, "{found} is not {truth}");
        }
        assert!(samples.mean_square_error(&found) < 1e-3);
    }

    /// A feature that occurs `n` times with target `t` and starts at `s`: the minimum is at `s + n
    /// (t - s) / (n + ridge)`.
    #[test]
    fn a_rare_feature_stays_near_its_start() {
        let mut samples = Samples::new(1);
        for _ in 0..3 {
            samples.push([0], 5.0);
        }
        let found = samples.fit(&[1.0, 7.0], 9.0, 10);
        assert!((found[0] - 2.0).abs() < 1e-4, "{found:?}");
        assert!((found[1] - 7.0).abs() < 1e-6, "{found:?}");
    }
}
